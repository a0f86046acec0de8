/// A Release with a bit of everything: hooks before and after, groups, workloads.
#pragma once

#include <string>

#include "support/fake_world.hpp"

namespace slipway::test {

inline const std::string shop = R"(
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: database
  annotations: {werf.io/weight: "-1"}
spec: {replicas: 1}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: migrate
  annotations: {helm.sh/hook: "pre-install,pre-upgrade", helm.sh/hook-delete-policy: hook-succeeded}
spec: {}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings}
data: {colour: blue}
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: app
  annotations: {werf.io/weight: "1"}
spec: {replicas: 1}
---
apiVersion: batch/v1
kind: Job
metadata:
  name: notify
  annotations: {helm.sh/hook: "post-install,post-upgrade"}
spec: {}
)";

/// The manifests but for one object.
inline std::string without(std::string text, const std::string& name) {
    std::string kept;
    std::size_t from = 0;
    while (from < text.size()) {
        auto end = text.find("---\n", from);
        const std::string document = text.substr(from, end == std::string::npos ? end : end - from);
        if (document.find("name: " + name) == std::string::npos) kept += "---\n" + document;
        from = end == std::string::npos ? text.size() : end + 4;
    }
    return kept;
}

/// With another database, and without the app.
inline std::string changed_shop() {
    std::string manifests = without(shop, "app");
    const std::string size = "replicas: 1";
    return manifests.insert(manifests.find(size), "minReadySeconds: 1, ");
}

/// Installs it, changes it just when a controller has written to it, deletes it; whether each came
/// to its end.
inline bool play_whole_life(FakeWorld& world) {
    const ObjectId database = FakeWorld::id("StatefulSet", "database");
    world.release(shop);
    world.run_to_the_end();
    const bool was_installed = world.status().phase == ReleasePhase::Deployed;
    auto status = world.cluster.at(database).document()["status"];
    status["collisionCount"] = 1;
    world.cluster.set_status(database, status);
    world.release(changed_shop());
    world.run_to_the_end();
    const bool was_changed = world.status().phase == ReleasePhase::Deployed;
    world.delete_release();
    world.run_to_the_end();
    return was_installed && was_changed && world.release_is_gone();
}

}  // namespace slipway::test

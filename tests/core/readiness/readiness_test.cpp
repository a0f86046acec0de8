#include "core/readiness/readiness.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::readiness;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

const Time start = parse_time("2026-11-20T12:00:00Z").value();

Object object(const char* text) { return Object::from_json(json::parse(text)).value(); }

Object unready_deployment() {
    return object(R"({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web"},
        "spec": {"replicas": 1}, "status": {"observedGeneration": 1, "replicas": 1, "updatedReplicas": 1}})"
    );
}

Object pod_without_image(const char* name, const char* since) {
    json pod = json::parse(R"({"apiVersion": "v1", "kind": "Pod", "metadata": {}, "status": {
        "containerStatuses": [{"name": "app", "state": {"waiting": {"reason": "ErrImagePull"}}}]}})"
    );
    pod["metadata"]["name"] = name;
    pod["status"]["startTime"] = since;
    return Object::from_json(pod).value();
}

}  // namespace

TEST_CASE("an image that cannot be pulled fails its workload after exactly 60 s", "[readiness]") {
    Evidence evidence{.live = unready_deployment(), .now = start};
    evidence.pods.push_back(pod_without_image("web-a", "2026-11-20T12:00:00Z"));

    evidence.now = start + 60s - 1ms;
    const Readiness before = assess(evidence);
    evidence.now = start + 60s;
    const Readiness after = assess(evidence);

    CHECK(before.state == State::Progressing);
    CHECK(before.look_again == start + 60s);
    CHECK(after.state == State::Failed);
    CHECK_FALSE(after.look_again);
}

TEST_CASE("the next look is at the first pod whose patience ends", "[readiness]") {
    Evidence evidence{.live = unready_deployment(), .now = start + 10s};
    evidence.pods.push_back(pod_without_image("web-a", "2026-11-20T12:00:08Z"));
    evidence.pods.push_back(pod_without_image("web-b", "2026-11-20T12:00:03Z"));
    evidence.pods.push_back(pod_without_image("web-c", "2026-11-20T12:00:05Z"));

    const Readiness verdict = assess(evidence);

    CHECK(verdict.state == State::Progressing);
    CHECK(verdict.look_again == start + 63s);
}

TEST_CASE("what is ready stays ready whatever a pod says", "[readiness]") {
    Evidence evidence{
        .live = object(R"({"apiVersion": "apps/v1", "kind": "ReplicaSet",
        "metadata": {"name": "web"}, "spec": {"replicas": 0}, "status": {"observedGeneration": 1}})"
        )};
    evidence.pods.push_back(pod_without_image("web-a", "2026-11-20T11:00:00Z"));
    evidence.now = start;

    CHECK(assess(evidence).state == State::Ready);
}

TEST_CASE("Jobs and bare Pods run to completion, nothing else does", "[readiness]") {
    struct Row {
        const char* group;
        const char* kind;
        bool completes;
        bool looks_at_pods;
    };
    const auto row = GENERATE(
        Row{"batch", "Job", true, true},
        Row{"", "Pod", true, false},
        Row{"apps", "Deployment", false, true},
        Row{"apps", "StatefulSet", false, true},
        Row{"apps", "DaemonSet", false, true},
        Row{"apps", "ReplicaSet", false, true},
        Row{"", "ReplicationController", false, true},
        Row{"batch", "CronJob", false, false},
        Row{"", "Service", false, false},
        Row{"jobs.example.com", "Job", false, false},
        Row{"", "Deployment", false, false}
    );
    CAPTURE(row.group, row.kind);
    const ObjectId id{.group = row.group, .kind = row.kind};

    CHECK(runs_to_completion(id) == row.completes);
    CHECK(looks_at_pods(id) == row.looks_at_pods);
}

TEST_CASE("a status of unexpected types is no reason to stop", "[readiness]") {
    const auto* status = GENERATE(
        R"("text")",
        R"([1, 2])",
        R"({"conditions": "none", "containerStatuses": {}, "replicas": "three"})",
        R"({"conditions": [1, null, "x", {"type": 5}], "containerStatuses": [null, 7, {"state": []}]})"
    );
    CAPTURE(status);
    for (const char* kind : {"Pod", "Deployment", "Job", "Database"}) {
        json document{{"apiVersion", "v1"}, {"kind", kind}, {"metadata", {{"name", "odd"}}}};
        document["status"] = json::parse(status);
        const Object odd = Object::from_json(document).value();

        const Readiness verdict = assess({.live = odd, .pods = {odd}});

        CHECK(verdict.state != State::Failed);
        CHECK_FALSE(verdict.why.empty());
    }
}

TEST_CASE("an outcome tells the exit code where a pod does", "[readiness]") {
    const Object complete = object(
        R"({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "a"},
            "status": {"conditions": [{"type": "Complete", "status": "True"}]}})"
    );
    const Object broken = object(
        R"({"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "a"},
            "status": {"conditions": [{"type": "Failed", "status": "True"}]}})"
    );
    const Object pod = object(
        R"({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a-x"}, "status": {"phase": "Failed",
            "containerStatuses": [{"name": "app", "state": {"terminated": {"exitCode": 3}}}]}})"
    );

    CHECK(assess_hook({.live = complete}).exit_code == 0);
    CHECK_FALSE(assess_hook({.live = broken}).exit_code);
    CHECK(assess_hook({.live = broken, .pods = {pod}}).exit_code == 3);
    CHECK(assess_hook({.live = pod}).exit_code == 3);
}

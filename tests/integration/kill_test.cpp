/// The operator may die at any write: killed after the first and before the last write of each
/// stage, it comes to the same end.
#include <atomic>
#include <mutex>

#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"
#include "support/stage_writes.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

/// A Pod, not a Job: the Job controller takes a second to tell that one has completed.
std::string hook(const std::string& name, const std::string& annotations) {
    return "apiVersion: v1\nkind: Pod\nmetadata: {name: " + name +
           ", annotations: {play.slipway.dev/complete-after: 100ms, " + annotations + R"(}}
spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
---
)";
}

std::string config_map(
    const std::string& name, const std::string& text, const std::string& annotations = ""
) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + ", annotations: {" +
           annotations + "}}\ndata: {text: " + text + "}\n---\n";
}

const std::string before_all = "slipway.dev/phase: \"-1\", slipway.dev/delete-phase: \"1\"";

const std::string database = R"(apiVersion: apps/v1
kind: StatefulSet
metadata: {name: database, annotations: {slipway.dev/phase: "-1"}}
spec:
  serviceName: database
  selector: {matchLabels: {app: database}}
  template:
    metadata:
      labels: {app: database}
      annotations: {play.slipway.dev/ready-after: 100ms}
    spec: {containers: [{name: main, image: postgres}]}
---
)";

std::string app(const std::string& version) {
    return R"(apiVersion: apps/v1
kind: Deployment
metadata: {name: app, annotations: {slipway.dev/delete-phase: "-1"}}
spec:
  selector: {matchLabels: {app: app}}
  template:
    metadata:
      labels: {app: app}
      annotations: {play.slipway.dev/ready-after: 100ms, version: )" +
           version + R"(}
    spec: {containers: [{name: main, image: nginx}]}
---
)";
}

const std::string hooks = hook("prepare", "helm.sh/hook: pre-install") +
                          hook(
                              "report",
                              "helm.sh/hook: \"post-install,post-upgrade\", "
                              "helm.sh/hook-delete-policy: hook-succeeded"
                          ) +
                          hook("backup", "helm.sh/hook: pre-delete");

const std::string first_content = hooks + config_map("settings", "blue", before_all) + database +
                                  config_map("routes", "all") + config_map("banner", "open") +
                                  app("v1");

/// The settings and the app change, two objects leave.
const std::string second_content =
    hooks + config_map("settings", "red", before_all) + database + app("v2");

/// Something that happens to a release, from its beginning to its end.
struct Course {
    const char* name;
    std::vector<StageWrites> stages;
    /// What happened before, undisturbed.
    std::function<void(ReleaseUnderTest&)> prepare;
    std::function<void(ReleaseUnderTest&)> begin;
    std::function<bool(ReleaseUnderTest&)> comes_to_its_end;
};

void install(ReleaseUnderTest& release) { release.apply(first_content); }

void install_to_the_end(ReleaseUnderTest& release) {
    install(release);
    REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
}

const Course installing{
    .name = "install",
    .stages =
        {{"pre-install hook", {"POST pods/prepare"}},
         {"group -1", {"PATCH configmaps/settings", "PATCH statefulsets/database"}},
         {"group 0",
          {"PATCH configmaps/routes", "PATCH configmaps/banner", "PATCH deployments/app"}},
         {"post-install hook", {"POST pods/report"}},
         {"post-install hook cleanup", {"DELETE pods/report"}}},
    .prepare = [](ReleaseUnderTest&) {},
    .begin = install,
    .comes_to_its_end = [](ReleaseUnderTest& release
                        ) { return release.wait_for(ReleasePhase::Deployed, 1); }};

const Course upgrading{
    .name = "upgrade",
    .stages =
        {{"group -1", {"PATCH configmaps/settings"}},
         {"group 0", {"PATCH deployments/app"}},
         {"removed objects", {"DELETE configmaps/routes", "DELETE configmaps/banner"}},
         {"post-upgrade hook", {"POST pods/report"}},
         {"post-upgrade hook cleanup", {"DELETE pods/report"}}},
    .prepare = install_to_the_end,
    .begin = [](ReleaseUnderTest& release) { release.apply(second_content); },
    .comes_to_its_end = [](ReleaseUnderTest& release
                        ) { return release.wait_for(ReleasePhase::Deployed, 2); }};

const Course deleting{
    .name = "deletion",
    .stages =
        {{"pre-delete hook", {"POST pods/backup"}},
         {"deletion phase -1", {"DELETE deployments/app"}},
         {"deletion phase 0",
          {"DELETE statefulsets/database", "DELETE configmaps/routes", "DELETE configmaps/banner"}},
         {"deletion phase 1", {"DELETE configmaps/settings"}}},
    .prepare = install_to_the_end,
    .begin = [](ReleaseUnderTest& release) { release.remove(); },
    .comes_to_its_end = [](ReleaseUnderTest& release) { return release.wait_until_gone(); }};

struct Kill {
    std::string write;
    CountingProxy::Moment moment;
};

/// What a course left behind, and what was written on the way.
struct Outcome {
    std::vector<PassedWrite> writes;
    Tally counts;
    std::string portrait;
};

/// The operator behind the proxy, and courses run through it, each in a namespace of its own.
class KillTrials {
public:
    Outcome run(const Course& course, const std::optional<Kill>& kill) {
        const std::string space = cluster_.make_namespace("kill");
        ReleaseUnderTest release(cluster_, space, "shop");
        course.prepare(release);
        const std::size_t before = proxy_.writes(space).size();
        watch_barriers(course, space);
        if (kill) set_trap(space, *kill);

        course.begin(release);
        if (kill) {
            REQUIRE(proxy_.wait_until_sprung());
            operator_.start_again();
        }
        REQUIRE(course.comes_to_its_end(release));

        proxy_.before_each_write({});
        auto writes = proxy_.writes(space);
        writes.erase(writes.begin(), writes.begin() + static_cast<std::ptrdiff_t>(before));
        const Outcome outcome{writes, tally(writes), portrait(cluster_, space)};
        check_hooks_ran_once(outcome, space);
        if (cluster_.exists(release.id())) release.remove();
        return outcome;
    }

    std::vector<std::string> take_broken_barriers() {
        const std::lock_guard lock(mutex_);
        return std::exchange(broken_barriers_, {});
    }

private:
    void set_trap(const std::string& space, const Kill& kill) {
        proxy_.set(
            {.moment = kill.moment,
             .matches = [space, kill](const PassedWrite& write
                        ) { return write.in_namespace == space && write.text() == kill.write; },
             .spring = [this] { operator_.kill(); }}
        );
    }

    /// At each write the live objects of the stage before are looked at.
    void watch_barriers(const Course& course, const std::string& space) {
        proxy_.before_each_write([this, &course, space](const PassedWrite& write) {
            if (write.in_namespace != space) return;
            const auto stage = stage_of(course.stages, write.text());
            if (!stage || *stage == 0) return;
            for (const std::string& earlier : course.stages[*stage - 1].writes) {
                if (has_settled(cluster_, space, earlier)) continue;
                const std::lock_guard lock(mutex_);
                broken_barriers_.push_back(write.text() + " before the end of " + earlier);
            }
        });
    }

    /// Whatever was asked for how often: what stands there is what was created, and that once.
    void check_hooks_ran_once(const Outcome& outcome, const std::string& space) {
        for (const PassedWrite& write : outcome.writes) {
            if (write.method != "POST" || !write.created()) continue;
            const auto live =
                cluster_.find({.kind = "Pod", .in_namespace = space, .name = write.name});
            CHECK(outcome.counts.created.at("pods/" + write.name) == 1);
            if (live) CHECK(live->uid() == write.uid);
        }
    }

    LocalCluster& cluster_ = LocalCluster::shared();
    CountingProxy proxy_{cluster_};
    RunningOperator operator_{cluster_, {.server = proxy_.address()}};
    std::mutex mutex_{};
    std::vector<std::string> broken_barriers_{};
};

/// Of each stage the first and the last write, in the order of the undisturbed run.
std::vector<Kill> kills_of(const Course& course, const std::vector<PassedWrite>& writes) {
    std::vector<Kill> kills;
    for (std::size_t stage = 0; stage < course.stages.size(); ++stage) {
        std::vector<std::string> own;
        for (const PassedWrite& write : writes) {
            if (stage_of(course.stages, write.text()) == stage) own.push_back(write.text());
        }
        INFO(course.stages[stage].name);
        REQUIRE(own.size() == course.stages[stage].writes.size());
        kills.push_back({own.front(), CountingProxy::Moment::BeforeAnswering});
        kills.push_back({own.back(), CountingProxy::Moment::BeforeForwarding});
    }
    REQUIRE(writes.size() * 2 >= kills.size());
    return kills;
}

}  // namespace

TEST_CASE(
    "an operator killed after the first and before the last write of each stage comes to the same "
    "end",
    "[integration][kill]"
) {
    const Course& course = *GENERATE(&installing, &upgrading, &deleting);
    CAPTURE(course.name);
    KillTrials trials;
    const Outcome undisturbed = trials.run(course, {});
    CHECK(trials.take_broken_barriers() == std::vector<std::string>{});
    CHECK(overtaking(course.stages, undisturbed.writes) == std::vector<std::string>{});

    for (const Kill& kill : kills_of(course, undisturbed.writes)) {
        CAPTURE(kill.write);
        const bool was_done = kill.moment == CountingProxy::Moment::BeforeAnswering;
        CAPTURE(was_done);

        const Outcome outcome = trials.run(course, kill);

        CHECK(trials.take_broken_barriers() == std::vector<std::string>{});
        CHECK(overtaking(course.stages, outcome.writes) == std::vector<std::string>{});
        CHECK(outcome.counts.created == undisturbed.counts.created);
        CHECK(outcome.counts.deleted == undisturbed.counts.deleted);
        CHECK(outcome.portrait == undisturbed.portrait);
    }
}

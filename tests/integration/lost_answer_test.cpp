/// A write that the API server has done and whose answer is lost, all of it or half: whatever was
/// written, the release comes to the same end, and nothing is created or deleted twice.
#include <set>

#include "healthy_release.hpp"
#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"
#include "support/stage_writes.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string hook = R"(apiVersion: v1
kind: Pod
metadata:
  name: prepare
  annotations:
    play.slipway.dev/complete-after: 100ms
    helm.sh/hook: pre-install
    helm.sh/hook-delete-policy: hook-succeeded
spec: {restartPolicy: Never, containers: [{name: main, image: busybox}]}
---
)";

std::string config_map(const std::string& name) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\n---\n";
}

struct Outcome {
    Tally counts;
    /// What, not how often: a delete that is repeated while its object goes is accepted again.
    std::set<std::string> deleted;
    std::string portrait;
};

std::set<std::string> names_in(const std::map<std::string, int>& counts) {
    std::set<std::string> names;
    for (const auto& [name, count] : counts)
        names.insert(name);
    return names;
}

/// The write of which the answer is lost; its namespace, or "" for the Release's own.
struct Row {
    const char* write;
    const char* in_namespace;
};

/// The text of a write, or, where it ends in a slash, what it begins with.
bool is_that(const PassedWrite& write, const std::string& lost) {
    return lost.ends_with('/') ? write.text().starts_with(lost) : write.text() == lost;
}

/// Releases that are installed, upgraded and deleted, and of each the answer to one write is lost.
class LostAnswers {
public:
    explicit LostAnswers(
        CountingProxy::Moment moment = CountingProxy::Moment::BeforeAnswering,
        CountingProxy::Cut cut = CountingProxy::Cut::ThatConnection
    )
        : moment_(moment), cut_(cut) {}

    /// `in_namespace` "" is the Release's own.
    Outcome run(const std::string& lost, const std::string& in_namespace) {
        const std::string space = cluster_.make_namespace("lost");
        ReleaseUnderTest release(cluster_, space, "shop");
        if (!lost.empty()) lose(lost, in_namespace.empty() ? space : in_namespace);

        release.apply(hook + config_map("first") + config_map("second"));
        REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
        release.apply(hook + config_map("first") + config_map("third"));
        REQUIRE(release.wait_for(ReleasePhase::Deployed, 2));

        if (!lost.empty()) REQUIRE(proxy_.wait_until_sprung());
        CHECK(operator_.is_running());
        const Tally counts = tally(proxy_.writes(space));
        const Outcome outcome{counts, names_in(counts.deleted), portrait(cluster_, space)};
        release.remove();
        REQUIRE(release.wait_until_gone());
        return outcome;
    }

    /// Of its deletion; how often each object was created, before it and in it.
    std::map<std::string, int> run_deletion(
        const std::string& lost, const std::string& in_namespace
    ) {
        const std::string space = cluster_.make_namespace("lost");
        ReleaseUnderTest release(cluster_, space, "shop");
        release.apply(hook + config_map("first") + config_map("second"));
        REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
        const std::string uid = release.uid();
        if (!lost.empty()) lose(lost, in_namespace.empty() ? space : in_namespace);
        release.remove();
        REQUIRE(release.wait_until_gone());

        if (!lost.empty()) REQUIRE(proxy_.wait_until_sprung());
        CHECK(operator_.is_running());
        CHECK(portrait(cluster_, space) == portrait(cluster_, cluster_.make_namespace("lost")));
        CHECK(cluster_.stored_secrets(uid).empty());
        return tally(proxy_.writes(space)).created;
    }

    void check_others_undisturbed() { healthy_.check_undisturbed(); }

private:
    void lose(const std::string& lost, const std::string& space) {
        proxy_.set(
            {.moment = moment_,
             .matches = [space, lost](const PassedWrite& write
                        ) { return write.in_namespace == space && is_that(write, lost); },
             .spring = [] {},
             .cut = cut_}
        );
    }

    CountingProxy::Moment moment_;
    CountingProxy::Cut cut_;
    LocalCluster& cluster_ = LocalCluster::shared();
    CountingProxy proxy_{cluster_};
    RunningOperator operator_{cluster_, {.server = proxy_.address()}};
    HealthyRelease healthy_{cluster_, proxy_};
};

/// Ends the same as the one of which nothing was lost.
void check_same_end(LostAnswers& trials, const Outcome& undisturbed, const Row& row) {
    CAPTURE(row.write);

    const Outcome outcome = trials.run(row.write, row.in_namespace);

    CHECK(outcome.counts.created == undisturbed.counts.created);
    CHECK(outcome.deleted == undisturbed.deleted);
    CHECK(outcome.portrait == undisturbed.portrait);
}

}  // namespace

TEST_CASE(
    "whichever write's answer is lost, the end is the same, and nothing is made twice",
    "[integration][lost]"
) {
    LostAnswers trials;
    const Outcome undisturbed = trials.run("", "");
    CHECK(undisturbed.counts.created.at("pods/prepare") == 1);

    for (const Row& row :
         {Row{"POST pods/prepare", ""},
          Row{"DELETE pods/prepare", ""},
          Row{"PATCH configmaps/first", ""},
          Row{"DELETE configmaps/second", ""},
          Row{"PATCH releases/shop", ""},
          Row{"PATCH releases/shop/status", ""},
          Row{"POST secrets/", "slipway-system"},
          Row{"PATCH secrets/", "slipway-system"}})
        check_same_end(trials, undisturbed, row);
    trials.check_others_undisturbed();
}

TEST_CASE(
    "an answer that ends or stalls in the middle is as good as lost: the end is the same",
    "[integration][lost]"
) {
    const auto cut = GENERATE(CountingProxy::Cut::ThatConnection, CountingProxy::Cut::Nothing);
    CAPTURE(cut == CountingProxy::Cut::Nothing);
    LostAnswers trials(CountingProxy::Moment::InMidAnswer, cut);
    const Outcome undisturbed = trials.run("", "");

    for (const Row& row :
         {Row{"POST pods/prepare", ""},
          Row{"PATCH configmaps/first", ""},
          Row{"PATCH releases/shop/status", ""},
          Row{"PATCH secrets/", "slipway-system"}})
        check_same_end(trials, undisturbed, row);
    trials.check_others_undisturbed();
}

TEST_CASE(
    "whichever write's answer is lost in a deletion, nothing stays, and nothing is made again",
    "[integration][lost]"
) {
    LostAnswers trials;
    const auto undisturbed = trials.run_deletion("", "");

    for (const Row& row :
         {Row{"DELETE configmaps/first", ""},
          Row{"PATCH releases/shop", ""},
          Row{"PATCH releases/shop/status", ""},
          Row{"PATCH secrets/", "slipway-system"},
          Row{"DELETE secrets/", "slipway-system"}}) {
        CAPTURE(row.write);

        CHECK(trials.run_deletion(row.write, row.in_namespace) == undisturbed);
    }
    trials.check_others_undisturbed();
}

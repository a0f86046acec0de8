/// A watch on which the server falls silent, as the operator notices it with its own settings. It
/// takes what it takes, so it is played beside the other tests and not among them.
#include <chrono>
#include <future>
#include <mutex>

#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;
using namespace std::chrono_literals;
using std::chrono::steady_clock;

namespace {

/// Accepts the first watch of Releases and never says a word on it.
class SilentWatch {
public:
    std::optional<ForgedAnswer> answer(const AskedOfProxy& asked) {
        if (!asked.is_about("/releases?") || !asked.is_about("watch=true")) return std::nullopt;
        const std::lock_guard lock(mutex_);
        ++watches_;
        if (watches_ == 1) fell_silent_.set_value(steady_clock::now());
        if (watches_ == 2) made_anew_.set_value(steady_clock::now());
        if (watches_ > 1) return std::nullopt;
        return ForgedAnswer{.status = 200, .never_goes_on = true};
    }

    /// When it does; and when another watch takes its place.
    steady_clock::time_point begins() { return moment_of(fell_silent_); }
    steady_clock::time_point ends() { return moment_of(made_anew_); }

private:
    static steady_clock::time_point moment_of(std::promise<steady_clock::time_point>& promise) {
        auto moment = promise.get_future();
        REQUIRE(moment.wait_for(2min) == std::future_status::ready);
        return moment.get();
    }

    std::mutex mutex_;
    int watches_ = 0;
    std::promise<steady_clock::time_point> fell_silent_;
    std::promise<steady_clock::time_point> made_anew_;
};

}  // namespace

TEST_CASE(
    "the operator notices within 90 seconds that a watch has fallen silent, and what it missed",
    "[.][stall]"
) {
    auto& cluster = LocalCluster::shared();
    SilentWatch silent;
    CountingProxy proxy(cluster);
    proxy.answer_instead([&](const AskedOfProxy& asked) { return silent.answer(asked); });
    RunningOperator running(cluster, {.server = proxy.address(), .lease = {}});
    const auto begin = silent.begins();
    ReleaseUnderTest release(cluster, cluster.make_namespace("stall"), "shop");
    release.apply("apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n");

    const auto silence = silent.ends() - begin;

    CHECK(silence > 30s);
    CHECK(silence < 90s);
    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
}

/// A Release that is nobody's fault: it stays Deployed, and nothing of it is written, however bad
/// the others are.
#pragma once

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "core/model/release.hpp"
#include "support/bad_input.hpp"
#include "support/catch.hpp"
#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"

namespace slipway::test {

/// Every phase that a Release has had since.
class Phases final : public ports::WatchSink {
public:
    void on_object(const Object& release) override {
        const std::lock_guard lock(mutex_);
        seen_.insert(std::string(word(read_metadata(release).status.phase)));
    }
    void on_left(const ObjectId&, const std::string&) override {
        const std::lock_guard lock(mutex_);
        seen_.insert("gone");
    }
    void on_synced() override {}
    void on_trouble(const Error&) override {}

    std::set<std::string> seen() {
        const std::lock_guard lock(mutex_);
        return seen_;
    }

private:
    std::mutex mutex_;
    std::set<std::string> seen_;
};

class HealthyRelease {
public:
    HealthyRelease(LocalCluster& cluster, CountingProxy& proxy)
        : cluster_(cluster), proxy_(proxy), space_(cluster.make_namespace("healthy")) {
        ReleaseUnderTest release(cluster, space_, "healthy");
        release.apply(
            annotated("first", "") + "---\n" + annotated("second", "werf.io/weight: \"1\"")
        );
        REQUIRE(release.wait_for(ReleasePhase::Deployed, 1));
        uid_ = release.uid();
        writes_ = proxy_.writes(space_).size();
        versions_ = versions_of(ids_);
        own_versions_ = own_versions();
        watch_ = cluster_.api().watch(
            ports::Identity::itself(),
            kind_of("slipway.dev", "Release"),
            {.in_namespace = space_},
            phases_
        );
    }

    void check_undisturbed() {
        CHECK(phases_->seen() == std::set<std::string>{"Deployed"});
        CHECK(own_versions() == own_versions_);
        check_kept();
    }

    /// Where the trouble was everybody's, its status may have said so meanwhile.
    void check_kept() {
        CHECK(cluster_.wait_until(
            kind_of(release_.group, release_.kind),
            release_,
            [](const auto& live) {
                return live && read_metadata(*live).status.phase == ReleasePhase::Deployed;
            }
        ));
        CHECK(proxy_.writes(space_).size() == writes_);
        CHECK(versions_of(ids_) == versions_);
    }

private:
    std::vector<std::string> versions_of(const std::vector<ObjectId>& ids) {
        std::vector<std::string> found;
        for (const ObjectId& id : ids) {
            const auto live = cluster_.find(id);
            found.push_back(live ? live->resource_version() : "gone");
        }
        return found;
    }

    /// Of itself, with all its status says, and of what the store keeps of it.
    std::vector<std::string> own_versions() {
        auto found = versions_of({release_});
        for (const Object& secret : cluster_.stored_secrets(uid_))
            found.push_back(std::string(secret.name()) + " " + secret.resource_version());
        return found;
    }

    LocalCluster& cluster_;
    CountingProxy& proxy_;
    std::string space_;
    std::string uid_{};
    const ObjectId release_{
        .group = "slipway.dev", .kind = "Release", .in_namespace = space_, .name = "healthy"};
    const std::vector<ObjectId> ids_{
        {.kind = "ConfigMap", .in_namespace = space_, .name = "first"},
        {.kind = "ConfigMap", .in_namespace = space_, .name = "second"}};
    std::size_t writes_ = 0;
    std::vector<std::string> versions_{};
    std::vector<std::string> own_versions_{};
    std::shared_ptr<Phases> phases_ = std::make_shared<Phases>();
    std::unique_ptr<ports::Watch> watch_{};
};

}  // namespace slipway::test

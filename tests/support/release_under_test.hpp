/// A Release, applied and followed on the local cluster; waiting is watching, never polling.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "core/model/release_status.hpp"
#include "support/local_cluster.hpp"

namespace slipway::test {

/// The condition of this type; one with nothing in it where there is none.
StatusCondition condition_of(const ReleaseStatus& status, std::string_view type);

class ReleaseUnderTest {
public:
    ReleaseUnderTest(LocalCluster& cluster, std::string in_namespace, std::string name)
        : cluster_(cluster), in_namespace_(std::move(in_namespace)), name_(std::move(name)) {}

    /// One inline source; `spec` is further YAML of the spec, at its indentation of two blanks.
    void apply(const std::string& manifests, const std::string& spec = "");
    /// The whole spec as YAML, at its indentation of two blanks.
    void apply_spec(const std::string& spec);
    void annotate(const std::string& key, const std::string& value) const;
    void remove() const;
    ReleaseStatus status() const;
    bool wait_for(
        ReleasePhase phase, int revision = 0, Duration patience = std::chrono::seconds(60)
    ) const;
    bool wait_for_status(
        const std::function<bool(const ReleaseStatus&)>& holds,
        Duration patience = std::chrono::seconds(60)
    ) const;
    /// Until something that `text` is a part of is waited for.
    bool wait_for_waiting(const std::string& text) const;
    bool wait_until_gone(Duration patience = std::chrono::seconds(60)) const;
    ObjectId id() const;
    std::string uid() const;

private:
    LocalCluster& cluster_;
    std::string in_namespace_;
    std::string name_;
};

}  // namespace slipway::test

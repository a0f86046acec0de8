/// What all tools are given: a chart in three revisions, the last of which may fail.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/model/sourced_object.hpp"
#include "support/temporary_folder.hpp"

namespace slipway::conformance {

class Chart {
public:
    /// One of tests/conformance/charts/: the value `revision` says which, and `fail` that its hook
    /// fails.
    static Chart ours(const std::string& folder);
    /// Manifests as they were published, wrapped as a chart without templates; the second revision
    /// lacks some of them and has one more, and in the third a Job hook of upgrades fails.
    static Chart published(const std::string& file);

    const std::string& name() const { return name_; }
    bool can_fail() const { return can_fail_; }
    /// What `helm install` and the like are told of it.
    std::vector<std::string> arguments(int revision) const;

private:
    Chart(std::string name, std::string folder);

    std::string name_;
    std::string folder_;
    bool can_fail_ = false;
    /// Of manifests that were wrapped: where the revisions are.
    std::shared_ptr<test::TemporaryFolder> wrapped_{};
};

/// By name, like "jobs.batch migrate": whether it is a hook of Helm's.
using Members = std::map<std::string, bool>;

void add_members(Members& members, const std::vector<SourcedObject>& objects);

}  // namespace slipway::conformance

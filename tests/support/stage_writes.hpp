/// Which writes belong to which stage of a deployment, and what a stage leaves behind: judged by
/// what the API server has, never by what the operator says.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "support/counting_proxy.hpp"
#include "support/local_cluster.hpp"

namespace slipway::test {

/// A stage and its writes, as PassedWrite::text() has them.
struct StageWrites {
    std::string name;
    std::vector<std::string> writes;
};

/// The stage of a write; nothing where none has it.
std::optional<std::size_t> stage_of(
    const std::vector<StageWrites>& stages, const std::string& write
);

/// True once what this write asked for has come about: the Pod succeeded, the workload is ready,
/// the deleted object is gone.
bool has_settled(LocalCluster& cluster, const std::string& in_namespace, const std::string& write);

/// Writes of a later stage that came before a write of an earlier one.
std::vector<std::string> overtaking(
    const std::vector<StageWrites>& stages, const std::vector<PassedWrite>& writes
);

/// How often the server created and deleted each object.
struct Tally {
    std::map<std::string, int> created{};  ///< By "pods/prepare".
    std::map<std::string, int> deleted{};
    bool operator==(const Tally&) const = default;
};
Tally tally(const std::vector<PassedWrite>& writes);

/// What stands in a namespace of a release's objects, without what differs from cluster to cluster
/// (uids, times, resource versions): equal for equal ends.
std::string portrait(const LocalCluster& cluster, const std::string& in_namespace);

}  // namespace slipway::test

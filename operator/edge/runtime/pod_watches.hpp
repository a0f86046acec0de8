/// Watches of the pods of unready workloads: one for each namespace, while any is unready there.
///
/// As the operator itself; where that may not watch pods, or where something stands that is not the
/// release's own, as the Release's account. Where nobody may, the verdicts lack the pods' reasons,
/// and say so.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/base/time.hpp"
#include "ports/cluster.hpp"

namespace slipway::runtime {

struct Hands;
struct Session;

struct PodWatch {
    /// By uid, and since when they are unready. Of these it has told the pods; what it told of
    /// others before they were unready was dropped.
    using Workloads = std::set<std::pair<std::string, Time>>;

    ports::Identity as = ports::Identity::itself();
    Workloads workloads{};
    std::shared_ptr<std::atomic<bool>> forbidden = std::make_shared<std::atomic<bool>>(false);
    std::unique_ptr<ports::Watch> watch{};
};

/// Opens and closes the watches of pods as needed. When to look at that again.
std::optional<Time> follow_pods(Hands& hands, const std::shared_ptr<Session>& session);

}  // namespace slipway::runtime

/// One watch per kind, by our label: every object of every Release, reduced to an observation on
/// arrival.
///
/// Opened before the first apply of the kind; nobody waits for it, for what was applied and went
/// before its list came is missing on that list. Where the operator itself may not read the kind,
/// it is watched per namespace as the Release's account. Of kinds whose readiness is existence only
/// the metadata is watched, unless somebody waits for their properties.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>

#include "edge/runtime/sessions.hpp"
#include "ports/clock.hpp"
#include "ports/cluster.hpp"
#include "ports/recorder.hpp"

namespace slipway::runtime {

enum class Depth { Metadata, Whole };

/// How much of this object its watch must tell.
Depth depth_of(Session& session, const ObjectId& id);

class KindWatches {
public:
    using Changed = std::function<void(const std::string& key)>;

    KindWatches(
        ports::Cluster& cluster,
        const ports::Clock& clock,
        ports::Recorder& recorder,
        Sessions& sessions,
        Changed changed
    );

    /// Watches the object with all of its `kind` from now on.
    void ensure(const Kind& kind, const ObjectId& id, const ports::Identity& account, Depth depth);

private:
    class Sink;
    struct Running {
        std::shared_ptr<Sink> sink;
        std::unique_ptr<ports::Watch> watch;
    };
    using Place = std::tuple<GroupKind, std::string, ports::Identity, Depth>;
    /// Whose objects are to be watched: the namespace, and as whom where the operator may not.
    using Wanted = std::pair<std::string, ports::Identity>;

    std::shared_ptr<Sink> open(const Kind& kind, const Place& place);
    void open_as(const Kind& kind, const Wanted& wanted, Depth depth);

    ports::Cluster& cluster_;
    const ports::Clock& clock_;
    ports::Recorder& recorder_;
    Sessions& sessions_;
    Changed changed_;
    std::mutex mutex_;
    std::map<Place, Running> running_;
};

}  // namespace slipway::runtime

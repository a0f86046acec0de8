#include "edge/runtime/workloads.hpp"

#include "edge/runtime/pod_selection.hpp"
#include "edge/runtime/session.hpp"

namespace slipway::runtime {
namespace {

const std::vector<condition::Requirement>& requirements_of(
    const Session& session, const ObjectId& id
) {
    static const std::vector<condition::Requirement> none;
    const auto wanted = session.requirements.find(id);
    return wanted == session.requirements.end() ? none : wanted->second;
}

/// What is known of this very object, and not of another that had its name.
Workload* known_workload(Session& session, const Object& live) {
    const auto known = session.unready.find(live.id());
    const bool is_same = known != session.unready.end() && known->second.live.uid() == live.uid();
    return is_same ? &known->second : nullptr;
}

void remember(Session& session, const Object& live, const machine::Observation& seen) {
    const bool is_unready = readiness::looks_at_pods(live.id()) && !live.is_terminating() &&
                            seen.verdict.state != readiness::State::Ready;
    if (!is_unready) {
        session.unready.erase(live.id());
    } else if (Workload* known = known_workload(session, live)) {
        known->live = live;
    } else {
        session.unready.insert_or_assign(live.id(), Workload{.live = live});
    }
}

}  // namespace

machine::Observation observe_in(Session& session, const Object& live, Time now) {
    readiness::Evidence evidence{.live = live, .now = now};
    if (const Workload* known = known_workload(session, live))
        evidence.pods = current_pods(known->pods);
    machine::Observation seen = machine::observe(evidence, requirements_of(session, live.id()));
    remember(session, live, seen);
    return seen;
}

bool judge_again(Session& session, const ObjectId& id, Time now) {
    const Object live = session.unready.at(id).live;
    if (!session.sightings.shows(id, live.uid())) return false;
    return session.sightings.see(id, observe_in(session, live, now), now);
}

void forget_unseen(Session& session) {
    std::erase_if(session.unready, [&](const auto& unready) {
        return !session.sightings.shows(unready.first, unready.second.live.uid());
    });
}

}  // namespace slipway::runtime

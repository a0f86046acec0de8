#include "edge/runtime/workloads.hpp"

#include "core/model/built_in_objects.hpp"
#include "edge/runtime/pod_selection.hpp"
#include "edge/runtime/session.hpp"

namespace slipway::runtime {
namespace {

const machine::Expected& expected_of(const Session& session, const ObjectId& id) {
    static const machine::Expected nothing;
    const auto expected = session.expected.find(id);
    return expected == session.expected.end() ? nothing : expected->second;
}

/// What is known of this very object, and not of another that had its name.
Workload* known_workload(Session& session, const Object& live) {
    const auto known = session.unready.find(live.id());
    const bool is_same = known != session.unready.end() && known->second.live.uid() == live.uid();
    return is_same ? &known->second : nullptr;
}

void remember(Session& session, const Object& live, Time now) {
    if (is_claim(live.id())) {
        session.claims.unbound.insert_or_assign(live.id(), live);
    } else if (Workload* known = known_workload(session, live)) {
        known->live = live;
    } else if (readiness::looks_at_pods(live.id())) {
        session.unready.insert_or_assign(live.id(), Workload{.live = live, .since = now});
    }
}

void forget(Session& session, const ObjectId& id) {
    session.claims.unbound.erase(id);
    session.unready.erase(id);
}

}  // namespace

bool is_to_be_asked(const Workload& workload) {
    const Object& live = workload.live;
    return !workload.pods_asked && !live.is_terminating() && has_selector(live) &&
           readiness::is_explained_by_pods(live);
}

machine::Observation observe_in(Session& session, const Object& live, Time now) {
    readiness::Evidence evidence{.live = live, .now = now, .patience = session.patience};
    const Workload* known = known_workload(session, live);
    if (known != nullptr) {
        evidence.pods = current_pods(known->pods);
        evidence.pods_hidden = known->pods_hidden;
    }
    evidence.pods_follow =
        is_to_be_asked({.live = live, .pods_asked = known != nullptr && known->pods_asked});
    if (is_claim(live.id())) evidence.volume_binding_mode = binding_mode(session.claims, live);
    const machine::Expected& expected = expected_of(session, live.id());
    if (expected.failures_allowed)
        evidence.patience.crash_loop_restarts = *expected.failures_allowed;
    machine::Observation seen = machine::observe(evidence, expected);
    // An answer that a watch has overtaken must not displace what the watch told.
    if (session.sightings.shows_newer(live.id(), live.uid(), live.resource_version())) return seen;
    if (live.is_terminating() || seen.verdict.state == readiness::State::Ready) {
        forget(session, live.id());
    } else {
        remember(session, live, now);
    }
    return seen;
}

bool judge_again(Session& session, const Object& live, Time now) {
    if (!session.sightings.shows(live.id(), live.uid())) return false;
    return session.sightings.see(live.id(), observe_in(session, live, now), now);
}

void forget_unseen(Session& session) {
    const auto is_unseen = [&](const Object& live) {
        return !session.sightings.shows(live.id(), live.uid());
    };
    std::erase_if(session.unready, [&](const auto& one) { return is_unseen(one.second.live); });
    std::erase_if(session.claims.unbound, [&](const auto& one) { return is_unseen(one.second); });
}

}  // namespace slipway::runtime

#include "edge/runtime/net.hpp"

#include <map>
#include <utility>

#include "core/base/text.hpp"
#include "core/machine/stage.hpp"
#include "core/model/release.hpp"
#include "edge/runtime/looking.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

/// Long enough that a healthy wait costs next to nothing, short enough that a lost event is no
/// outage.
constexpr Duration quiet = 60s;

using Place = std::pair<GroupKind, std::string>;

struct Waited {
    std::map<Place, std::vector<ObjectId>> own{};
    std::vector<ObjectId> external{};
};

Waited waited_for(const Session& session) {
    Waited waited;
    const std::size_t stage = machine::current_stage(*session.plan, *session.ledger);
    if (stage == session.plan->stages.size()) return waited;
    for (const plan::Unit& unit : session.plan->stages[stage].units) {
        if (unit.action == plan::Action::Await) {
            waited.external.push_back(unit.id);
        } else {
            waited.own[{unit.id.group_kind(), unit.id.in_namespace}].push_back(unit.id);
        }
    }
    return waited;
}

bool waits(const Session& session) {
    return session.plan && session.ledger && session.told && !session.told->waiting_for.empty();
}

/// Those of `ids` of which the list tells something that no watch has told.
std::vector<ObjectId> missed(
    Session& session, const std::vector<ObjectId>& ids, const std::vector<Object>& listed
) {
    std::map<std::string, const Object*> by_name;
    for (const Object& object : listed)
        by_name.emplace(object.name(), &object);
    std::vector<ObjectId> missed;
    const std::lock_guard lock(session.mutex);
    for (const ObjectId& id : ids) {
        const auto found = by_name.find(id.name);
        const bool known = found == by_name.end()
                               ? session.sightings.agrees(id, "", "")
                               : session.sightings.agrees(
                                     id, found->second->uid(), found->second->resource_version()
                                 );
        if (!known) missed.push_back(id);
    }
    return missed;
}

std::vector<ObjectId> missed_of_kind(
    Hands& hands,
    Session& session,
    const ports::Identity& as,
    const std::string& in_namespace,
    const std::vector<ObjectId>& ids
) {
    const auto kind = kind_of(hands, session, ids.front(), "");
    if (!kind) return {};
    const ports::Selection selection{
        .in_namespace = in_namespace,
        .labels = format("{}={}", uid_label, session.uid),
        .metadata_only = true};
    const auto listed = list_own(hands, as, *kind, selection);
    if (listed) return missed(session, ids, *listed);
    // What may not be listed is not watched either: only a look tells.
    return listed.error().kind == ErrorKind::Forbidden ? ids : std::vector<ObjectId>{};
}

void cast(Hands& hands, Session& session, const ports::Identity& as) {
    const Waited waited = waited_for(session);
    std::vector<ObjectId> doubtful = waited.external;
    for (const auto& [place, ids] : waited.own) {
        const auto more = missed_of_kind(hands, session, as, place.second, ids);
        doubtful.insert(doubtful.end(), more.begin(), more.end());
    }
    if (doubtful.empty()) return;
    look(hands, session, as, doubtful);
    hands.wake(session.key);
}

Time last_heard(Session& session) {
    const std::lock_guard lock(session.mutex);
    return std::max(session.sightings.last_activity(), session.net_cast_at);
}

}  // namespace

std::optional<Time> cast_net(Hands& hands, Session& session, const ports::Identity& as) {
    if (!waits(session)) return std::nullopt;
    const Time now = hands.clock.now();
    const Time due = last_heard(session) + quiet;
    if (now < due) return due;
    session.net_cast_at = now;
    cast(hands, session, as);
    return now + quiet;
}

}  // namespace slipway::runtime

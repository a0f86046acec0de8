#include "edge/runtime/survey.hpp"

#include <map>
#include <set>
#include <tuple>

#include "core/machine/stage.hpp"
#include "core/machine/survey.hpp"
#include "edge/runtime/looking.hpp"

namespace slipway::runtime {
namespace {

/// Kind, version, namespace.
using Place = std::tuple<GroupKind, std::string, std::string>;
using Places = std::map<Place, std::set<ObjectId>>;

bool is_followed(Session& session, const ObjectId& id) {
    const std::lock_guard lock(session.mutex);
    return session.sightings.follows(id, session.uid);
}

Places places_of(Session& session) {
    Places places;
    for (const plan::Stage& stage : session.plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            if (!machine::brings_object(unit) || is_followed(session, unit.id)) continue;
            places[{unit.id.group_kind(), unit.version, unit.id.in_namespace}].insert(unit.id);
        }
    }
    return places;
}

Result<std::vector<Object>> get_each(
    Hands& hands, const ports::Identity& as, const Kind& kind, const std::set<ObjectId>& ids
) {
    std::vector<ports::Named> names;
    for (const ObjectId& id : ids)
        names.push_back({kind, id});
    std::vector<Object> found;
    for (auto& one : hands.cluster.get_all(as, names)) {
        if (!one && one.error().kind != ErrorKind::NotFound) return one.error();
        if (one) found.push_back(*std::move(one));
    }
    return found;
}

Result<std::vector<Object>> look_around(
    Hands& hands,
    const Session& session,
    const ports::Identity& as,
    const Place& place,
    const std::set<ObjectId>& ids
) {
    const auto& [group_kind, version, in_namespace] = place;
    const Kind kind = TRY(kind_of(hands, session, *ids.begin(), version));
    if (ids.size() < worth_a_list) return get_each(hands, as, kind, ids);
    return hands.cluster.list(as, kind, {.in_namespace = in_namespace, .metadata_only = true});
}

/// What the stage that begins next was not found to have need not be looked for once more; later
/// stages look for themselves, for by then somebody else may have made it.
void tell_absence(const Hands& hands, Session& session, const std::set<ObjectId>& absent) {
    const std::size_t stage = machine::current_stage(*session.plan, *session.ledger);
    if (stage == session.plan->stages.size()) return;
    const std::lock_guard lock(session.mutex);
    for (const plan::Unit& unit : session.plan->stages[stage].units) {
        if (absent.contains(unit.id)) session.sightings.gone(unit.id, hands.clock.now());
    }
}

}  // namespace

void take_survey(Hands& hands, Session& session, const ports::Identity& as) {
    const Time now = hands.clock.now();
    const auto before = session.survey ? session.survey->refusal : std::nullopt;
    machine::Survey survey;
    std::set<ObjectId> absent;
    for (const auto& [place, ids] : places_of(session)) {
        const auto seen = look_around(hands, session, as, place, ids);
        if (!seen) {
            // Left to the stage that comes to it, unless another try may do.
            if (is_transient(seen.error().kind))
                survey.refusal = refused_again(before, seen.error(), now);
            continue;
        }
        absent.insert(ids.begin(), ids.end());
        for (const Object& object : *seen) {
            if (!ids.contains(object.id())) continue;
            absent.erase(object.id());
            survey.found.emplace(object.id(), machine::observe({.live = object, .now = now}, {}));
        }
    }
    tell_absence(hands, session, absent);
    session.survey = std::move(survey);
}

}  // namespace slipway::runtime

#include "edge/runtime/survey.hpp"

#include <map>
#include <set>

#include "core/machine/stage.hpp"
#include "core/machine/survey.hpp"
#include "core/model/built_in_objects.hpp"
#include "edge/runtime/looking.hpp"

namespace slipway::runtime {
namespace {

/// Kind, version, namespace; definitions first, for with one all that is of its kind is absent.
struct Place {
    bool holds_kinds = true;  ///< Not definitions.
    GroupKind kind{};
    std::string version{};
    std::string in_namespace{};

    auto operator<=>(const Place&) const = default;
};
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
            const bool holds_kinds = !is_definition(unit.id);
            places[{holds_kinds, unit.id.group_kind(), unit.version, unit.id.in_namespace}].insert(
                unit.id
            );
        }
    }
    return places;
}

Result<std::vector<Object>> get_each(
    Hands& hands, const ports::Identity& as, const Kind& kind, const std::set<ObjectId>& ids
) {
    std::vector<ports::Named> names;
    names.reserve(ids.size());
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
    Hands& hands, const ports::Identity& as, const Kind& kind, const std::set<ObjectId>& ids
) {
    if (ids.size() < worth_a_list) return get_each(hands, as, kind, ids);
    const ports::Selection selection{
        .in_namespace = ids.begin()->in_namespace, .metadata_only = true};
    return hands.cluster.list(as, kind, selection);
}

/// A survey while it is being taken.
class Surveyor {
public:
    Surveyor(Hands& hands, Session& session, const ports::Identity& as)
        : hands_(hands), session_(session), as_(as) {}

    void look_at(const Place& place, const std::set<ObjectId>& ids) {
        const auto kind = kind_of(hands_, session_, *ids.begin(), place.version);
        if (!kind) return refuse(kind.error());
        // It is the plan's to bring, so nothing can be there that needs it.
        if (absent_.contains(definition_of(*kind))) return note_absent(ids);
        const auto seen = look_around(hands_, as_, *kind, ids);
        if (!seen) return refuse(seen.error());
        note_absent(ids);
        for (const Object& object : *seen)
            if (ids.contains(object.id())) find(object);
    }

    /// What the stage that begins next was not found to have need not be looked for once more;
    /// later stages look for themselves, for by then somebody else may have made it.
    void finish() {
        tell_absence();
        session_.survey = std::move(survey_);
    }

private:
    /// Left to the stage that comes to it, unless another try may do.
    void refuse(const Error& error) {
        const auto before = session_.survey ? session_.survey->refusal : std::nullopt;
        if (is_transient(error.kind)) survey_.refusal = refused_again(before, error, now_);
    }

    void note_absent(const std::set<ObjectId>& ids) { absent_.insert(ids.begin(), ids.end()); }

    void find(const Object& object) {
        absent_.erase(object.id());
        survey_.found.emplace(object.id(), machine::observe({.live = object, .now = now_}));
    }

    void tell_absence() {
        const std::size_t stage = machine::current_stage(*session_.plan, *session_.ledger);
        if (stage == session_.plan->stages.size()) return;
        const std::lock_guard lock(session_.mutex);
        for (const plan::Unit& unit : session_.plan->stages[stage].units) {
            if (absent_.contains(unit.id)) session_.sightings.gone(unit.id, now_);
        }
    }

    Hands& hands_;
    Session& session_;
    const ports::Identity& as_;
    const Time now_ = hands_.clock.now();
    machine::Survey survey_{};
    std::set<ObjectId> absent_{};
};

}  // namespace

void take_survey(Hands& hands, Session& session, const ports::Identity& as) {
    Surveyor surveyor(hands, session, as);
    for (const auto& [place, ids] : places_of(session))
        surveyor.look_at(place, ids);
    surveyor.finish();
}

}  // namespace slipway::runtime

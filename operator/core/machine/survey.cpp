#include "core/machine/survey.hpp"

#include "core/base/text.hpp"
#include "core/machine/ownership.hpp"
#include "core/machine/revision.hpp"
#include "core/machine/terms.hpp"

namespace slipway::machine {
namespace {

constexpr std::size_t named_at_most = 5;

void take_survey(Draft& draft) {
    const std::string what = "a look at what exists already";
    const auto& survey = draft.world().survey;
    draft.waits_for(survey ? what + ": " + survey->refusal->error.message : what);
    if (!survey || !draft.backs_off(*survey->refusal)) draft.add(TakeSurvey{});
}

/// In the order of the plan, each once.
std::vector<ObjectId> in_the_way(const World& world, const plan::Plan& plan) {
    std::vector<ObjectId> foreign;
    std::set<ObjectId> told;
    for (const plan::Stage& stage : plan.stages) {
        for (const plan::Unit& unit : stage.units) {
            const Observation* seen = known(world.survey->found, unit.id);
            if (!brings_object(unit) || seen == nullptr || !told.insert(unit.id).second) continue;
            if (is_out_of_bounds(world, {.unit = unit, .seen = seen})) foreign.push_back(unit.id);
        }
    }
    return foreign;
}

Error all_owned_by_others(const Observations& found, const std::vector<ObjectId>& foreign) {
    Error error = owned_by_another(foreign.front(), found.at(foreign.front()));
    if (foreign.size() == 1) return error;
    std::vector<std::string> others;
    for (std::size_t i = 1; i < std::min(foreign.size(), named_at_most); ++i)
        others.push_back(foreign[i].title());
    if (foreign.size() > named_at_most)
        others.push_back(format("{} more", foreign.size() - named_at_most));
    error.message += format(". The same holds for {}", join(others, ", "));
    return error;
}

}  // namespace

bool brings_object(const plan::Unit& unit) {
    return unit.action == plan::Action::Apply || unit.action == plan::Action::RunHook;
}

bool is_way_clear(Draft& draft, const plan::Plan& plan) {
    const auto& survey = draft.world().survey;
    if (!survey || survey->refusal) {
        take_survey(draft);
        return false;
    }
    const auto foreign = in_the_way(draft.world(), plan);
    if (foreign.empty()) return true;
    fail_attempt(draft, all_owned_by_others(survey->found, foreign));
    return false;
}

}  // namespace slipway::machine

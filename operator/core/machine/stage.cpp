#include "core/machine/stage.hpp"

#include <algorithm>
#include <limits>

namespace slipway::machine {
namespace {

struct Judged {
    UnitView view;
    Judgement judgement;
};

std::vector<Judged> judge_all(const World& world, const plan::Stage& stage, std::size_t place) {
    std::vector<Judged> all;
    all.reserve(stage.units.size());
    for (std::size_t i = 0; i < stage.units.size(); ++i) {
        const plan::Unit& unit = stage.units[i];
        const auto seen = world.live.find(unit.id);
        const UnitView view{
            .unit = unit,
            .at = {.stage = place, .unit = i},
            .seen = seen == world.live.end() ? nullptr : &seen->second,
            .refusal = refusal_of(world, unit.id),
        };
        all.push_back({view, judge(world, view)});
    }
    return all;
}

bool holds(const plan::Edge& edge, const std::vector<Judged>& all) {
    const Judgement& target = all.at(edge.unit).judgement;
    switch (edge.until) {
        case plan::Until::Applied: return target.started;
        case plan::Until::Ready: return target.ready;
        case plan::Until::Absent: return target.settled;
    }
    return false;
}

int lowest_rank_not_started(const std::vector<Judged>& all) {
    int lowest = std::numeric_limits<int>::max();
    for (const Judged& one : all) {
        if (!one.judgement.started) lowest = std::min(lowest, one.view.unit.rank);
    }
    return lowest;
}

bool edges_hold(const Judged& one, const std::vector<Judged>& all) {
    const auto& edges = one.view.unit.after;
    return std::all_of(edges.begin(), edges.end(), [&](const auto& edge) {
        return holds(edge, all);
    });
}

bool may_go_on(const Judged& one, const std::vector<Judged>& all, int rank) {
    if (one.judgement.started) return true;
    return one.view.unit.rank <= rank && edges_hold(one, all);
}

/// What stands there is looked at for a whole stage at once, before its first write; what waits for
/// others only when it no longer does: a stranger may have come in between.
bool must_be_looked_at(const Judged& one, const std::vector<Judged>& all) {
    const bool unseen = !one.view.is_seen();
    return unseen && one.view.refusal == nullptr && !one.judgement.settled &&
           one.view.unit.action != plan::Action::RunHook &&
           (one.judgement.started || edges_hold(one, all));
}

StageReport report_of(const std::vector<Judged>& all) {
    StageReport report{.settled = true, .total = all.size()};
    for (const Judged& one : all) {
        if (one.judgement.settled) ++report.ready;
        report.settled = report.settled && one.judgement.settled;
        if (one.judgement.failure && !report.failure) report.failure = one.judgement.failure;
    }
    return report;
}

bool look_first(Draft& draft, const std::vector<Judged>& all) {
    bool looks = false;
    for (const Judged& one : all) {
        if (!must_be_looked_at(one, all)) continue;
        draft.look(one.view.unit.id);
        looks = true;
    }
    return looks;
}

}  // namespace

StageReport advance_stage(Draft& draft, const plan::Plan& plan, std::size_t stage) {
    const auto all = judge_all(draft.world(), plan.stages[stage], stage);
    StageReport report = report_of(all);
    for (const Judged& one : all) {
        if (!one.judgement.settled)
            draft.waits_for(one.view.unit.id.title() + ": " + one.judgement.why);
    }
    draft.has_settled(stage, report.ready);
    if (report.failure || report.settled || look_first(draft, all)) return report;
    const int rank = lowest_rank_not_started(all);
    for (const Judged& one : all) {
        if (!one.judgement.settled && may_go_on(one, all, rank)) {
            advance(draft, one.view, one.judgement);
        }
    }
    return report;
}

std::size_t current_stage(const plan::Plan& plan, const Ledger& ledger) {
    const auto has_settled = [&](const plan::Stage& stage) {
        return std::find(ledger.settled.begin(), ledger.settled.end(), stage.name) !=
               ledger.settled.end();
    };
    const auto first = std::find_if_not(plan.stages.begin(), plan.stages.end(), has_settled);
    return static_cast<std::size_t>(first - plan.stages.begin());
}

bool has_settled_all(const plan::Plan& plan, const Ledger& ledger) {
    return current_stage(plan, ledger) == plan.stages.size();
}

}  // namespace slipway::machine

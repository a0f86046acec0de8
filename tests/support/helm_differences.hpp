/// Where a plan does otherwise than Helm did, each difference one line.
///
/// Compared is what Helm does in a certain order: which objects it writes and deletes, what comes
/// before what, what it waits for in between, and which hooks it deletes before and after they run.
/// Where Helm takes objects at once, the plan may do as it likes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "support/helm_record.hpp"

namespace slipway::testing {

using Differences = std::set<std::string>;

/// One write of Helm's, and the unit of the plan that does the same.
struct Deed {
    int step;
    std::string text;  ///< "deletes Job.batch shop/migrate", with "(2)" for the second time
    std::string object;
    bool cleared = false;
    const plan::Unit* unit = nullptr;
    std::size_t stage = 0;
    std::size_t place = 0;  ///< In the stage.
};

class HelmComparison {
public:
    HelmComparison(const HelmRecord& record, const plan::Plan& plan)
        : record_(record), plan_(plan) {
        read_record();
        read_plan(plan);
    }

    Differences differences() {
        if (!record_.refused.empty()) told_.insert("Helm refuses it on an empty cluster");
        if (!record_.ended.empty() && failed_.empty())
            told_.insert("Helm does not come to its end");
        compare_deeds();
        compare_order();
        compare_waits();
        compare_deletion_after_failure();
        return told_;
    }

private:
    void read_record() {
        std::set<std::string> cleared;
        for (const HelmAct& act : record_.acts) {
            if (act.verb == "clear") cleared.insert(act.object);
            if (act.verb == "failed") failed_ = act.object;
            if (!failed_.empty() && act.verb == "delete") after_failure_.insert(act.object);
            const std::string word = word_of(act.verb);
            if (word.empty() || !failed_.empty() || is_not_there(act)) continue;
            const bool was_cleared = act.verb == "run" && cleared.erase(act.object) > 0;
            deeds_.push_back({
                .step = act.step,
                .text = numbered(word + " " + act.object, texts_of_helm_),
                .object = act.object,
                .cleared = was_cleared,
            });
        }
    }

    void read_plan(const plan::Plan& plan) {
        std::set<std::string> texts;
        for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
            const auto& units = plan.stages[stage].units;
            for (std::size_t place = 0; place < units.size(); ++place) {
                const plan::Unit& unit = units[place];
                if (unit.action == plan::Action::Await) continue;
                const std::string text =
                    numbered(word_of(unit.action) + " " + unit.id.text(), texts);
                match(text, unit, stage, place);
            }
        }
    }

    void match(
        const std::string& text, const plan::Unit& unit, std::size_t stage, std::size_t place
    ) {
        for (Deed& deed : deeds_) {
            if (deed.text != text) continue;
            deed.unit = &unit;
            deed.stage = stage;
            deed.place = place;
            return;
        }
        const bool came_to_its_end = record_.ended.empty();
        if (came_to_its_end) told_.insert(format("the plan {}, Helm does not", text));
    }

    void compare_deeds() {
        for (const Deed& deed : deeds_) {
            if (deed.unit == nullptr) {
                told_.insert(format("Helm {}, the plan does not", deed.text));
            } else if (deed.unit->hook && deed.unit->action == plan::Action::RunHook) {
                compare_clearing(deed);
            }
        }
    }

    void compare_clearing(const Deed& deed) {
        using enum dialect::HookDeletePolicy;
        const bool clears = deed.unit->hook->delete_policy.contains(BeforeCreation);
        if (clears == deed.cleared) return;
        told_.insert(format(
            "{} deletes {} before it is created anew, {} does not",
            clears ? "the plan" : "Helm",
            deed.object,
            clears ? "Helm" : "the plan"
        ));
    }

    void compare_order() {
        for (const Deed& one : deeds_) {
            for (const Deed& later : deeds_) {
                if (one.step >= later.step || !one.unit || !later.unit || is_before(one, later))
                    continue;
                told_.insert(format("Helm {} before it {}", one.text, later.text));
            }
        }
    }

    void compare_waits() {
        for (const HelmAct& act : record_.acts) {
            if (act.verb != "ready" && act.verb != "done" && act.verb != "gone") continue;
            const Deed* awaited = last_deed_on(act.object, act.step);
            if (awaited == nullptr || awaited->unit == nullptr) continue;
            if (act.verb == "ready" && !awaited->unit->wait.ready)
                told_.insert(format("Helm waits for {}, the plan does not", act.object));
            for (const Deed& later : deeds_) {
                const bool holds = later.step <= act.step || !later.unit ||
                                   !is_before(*awaited, later) || is_settled(*awaited, later);
                if (holds) continue;
                told_.insert(format("Helm waits for {} before it {}", act.object, later.text));
            }
        }
    }

    /// Of an event that failed the operator deletes at once, where its policy says so, the failed
    /// hook, and of those that succeeded Jobs and Pods.
    bool goes_after_failure(const Deed& deed) const {
        using Policy = dialect::HookDeletePolicy;
        const auto& policy = deed.unit->hook->delete_policy;
        if (deed.object == failed_) return policy.contains(Policy::Failed);
        const std::string& kind = deed.unit->id.kind;
        return policy.contains(Policy::Succeeded) && (kind == "Job" || kind == "Pod");
    }

    void compare_deletion_after_failure() {
        if (failed_.empty()) return;
        for (const Deed& deed : deeds_) {
            if (!deed.unit || deed.unit->action != plan::Action::RunHook) continue;
            const bool goes = goes_after_failure(deed);
            if (goes == after_failure_.contains(deed.object)) continue;
            told_.insert(format(
                "{} deletes {} after the failure, {} does not",
                goes ? "the plan" : "Helm",
                deed.object,
                goes ? "Helm" : "the plan"
            ));
        }
    }

    const Deed* last_deed_on(const std::string& object, int before_step) const {
        const Deed* last = nullptr;
        for (const Deed& deed : deeds_) {
            if (deed.object == object && deed.step < before_step) last = &deed;
        }
        return last;
    }

    static bool is_before(const Deed& one, const Deed& later) {
        return std::tuple(one.stage, one.unit->rank) < std::tuple(later.stage, later.unit->rank);
    }

    bool is_settled(const Deed& one, const Deed& later) const {
        return one.stage < later.stage ||
               follows(plan_.stages[later.stage], later.place, one.place);
    }

    /// Over edges that wait until what is before them has settled.
    static bool follows(const plan::Stage& stage, std::size_t later, std::size_t earlier) {
        const auto& after = stage.units[later].after;
        return std::any_of(after.begin(), after.end(), [&](const plan::Edge& edge) {
            const bool waits = edge.until != plan::Until::Applied;
            return waits && (edge.unit == earlier || follows(stage, edge.unit, earlier));
        });
    }

    static bool is_not_there(const HelmAct& act) {
        return act.object.find(" (not there)") != std::string::npos;
    }

    static std::string word_of(const std::string& verb) {
        if (verb == "create" || verb == "update") return "applies";
        if (verb == "run") return "runs";
        return verb == "delete" ? "deletes" : "";
    }

    static std::string word_of(plan::Action action) {
        if (action == plan::Action::Apply) return "applies";
        return action == plan::Action::RunHook ? "runs" : "deletes";
    }

    static std::string numbered(const std::string& text, std::set<std::string>& taken) {
        std::string unique = text;
        for (int times = 2; !taken.insert(unique).second; ++times)
            unique = format("{} ({})", text, times);
        return unique;
    }

    const HelmRecord& record_;
    const plan::Plan& plan_;
    std::vector<Deed> deeds_{};
    std::set<std::string> texts_of_helm_{};
    std::string failed_{};
    std::set<std::string> after_failure_{};
    Differences told_{};
};

inline Differences differences(const HelmRecord& record, const Result<plan::Plan>& plan) {
    if (plan) return HelmComparison(record, *plan).differences();
    const bool both_refuse = !record.refused.empty() && record.acts.empty();
    return both_refuse ? Differences{} : Differences{"the plan refuses it, Helm does not"};
}

}  // namespace slipway::testing

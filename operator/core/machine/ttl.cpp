#include "core/machine/ttl.hpp"

#include <algorithm>

#include "core/machine/judgement.hpp"
#include "core/machine/ownership.hpp"
#include "core/machine/side_write.hpp"
#include "core/machine/terms.hpp"

namespace slipway::machine {
namespace {

using dialect::HookDeletePolicy;
using readiness::State;

bool is_withheld(const Ledger& ledger, const std::string& uid) {
    return std::any_of(
        ledger.withheld_ttls.begin(),
        ledger.withheld_ttls.end(),
        [&](const WithheldTtl& ttl) { return ttl.uid == uid; }
    );
}

bool runs_unwatched(const World& world, const plan::Unit& unit) {
    if (unit.action != plan::Action::Apply || unit.wait.ready) return false;
    if (!readiness::runs_to_completion(unit.id)) return false;
    const auto entry = world.ledger.inventory.find(unit.id);
    return entry != world.ledger.inventory.end() && entry->second.digest == unit.digest &&
           entry->second.completed_digest != completion_mark(world, unit);
}

/// Nothing that a server or its webhooks make of it is asked for twice.
bool was_asked_for(const Draft& draft, const std::string& uid) {
    return is_withheld(draft.ledger(), uid) || draft.world().ttl_answers.contains(uid);
}

bool goes_with(const plan::Unit& unit, std::optional<HookDeletePolicy> end) {
    return end && unit.special && unit.special->deleted_when.contains(*end);
}

void remember_completion(Draft& draft, const plan::Unit& unit) {
    const Observation* seen = known(draft.world().live, unit.id);
    if (seen == nullptr) return draft.look(unit.id);
    if (claim(draft.world(), unit.id, *seen) != Claim::Ours) return;
    if (seen->digest != unit.digest || seen->verdict.state == State::Progressing) return;
    // What its policy deletes has ended for good, however it ended: it is not made again.
    const bool goes = goes_with(unit, end_of(*seen));
    const bool lacks_ttl = (goes || (unit.ttl && seen->ttl != unit.ttl)) && !seen->terminating &&
                           !was_asked_for(draft, seen->uid);
    const bool has_ended = goes || seen->verdict.state == State::Ready;
    if (!has_ended && !lacks_ttl) return;
    if (has_ended) {
        draft.edit().inventory.at(unit.id).completed_digest = completion_mark(draft.world(), unit);
    }
    if (lacks_ttl) withhold_ttl(draft.edit(), unit, seen->uid, end_of(*seen));
    draft.again();
}

bool is_over(const WithheldTtl& ttl, const Observation& seen) {
    const bool is_set = !ttl.deletes && seen.ttl == ttl.seconds;
    return !seen.is_present() || seen.uid != ttl.uid || seen.terminating || is_set;
}

/// True where nothing is left to do about it.
bool remove(Draft& draft, const WithheldTtl& ttl) {
    const Refusal* refusal = refusal_of(draft.world(), ttl.id);
    if (const auto error = final_refusal(ttl.id, refusal)) {
        draft.note(
            {.warning = true, .reason = "NotDeleted", .action = "Delete", .text = error->message}
        );
        return true;
    }
    if (!draft.backs_off(ttl.id))
        draft.add(DeleteObject{.id = ttl.id, .version = ttl.version, .uid = ttl.uid});
    return false;
}

/// True where nothing is left to do about it.
bool set_ttl(Draft& draft, const WithheldTtl& ttl) {
    const Observation* seen = known(draft.world().live, ttl.id);
    if (seen != nullptr && is_over(ttl, *seen)) return true;
    if (seen != nullptr && ttl.deletes) return remove(draft, ttl);
    const SideState state = side_state(
        draft,
        draft.world().ttl_answers,
        {ttl.id, ttl.uid, "TtlNotSet", "ttlSecondsAfterFinished cannot be set"}
    );
    if (state != SideState::Due) return state == SideState::Over;
    if (seen == nullptr) {
        draft.look(ttl.id);
    } else {
        draft.add(SetTtl{ttl});
    }
    return false;
}

}  // namespace

std::optional<HookDeletePolicy> end_of(const Observation& seen) {
    switch (seen.completion.state) {
        case State::Ready: return HookDeletePolicy::Succeeded;
        case State::Failed: return HookDeletePolicy::Failed;
        case State::Progressing: break;
    }
    return std::nullopt;
}

void withhold_ttl(
    Ledger& ledger,
    const plan::Unit& unit,
    const std::string& uid,
    std::optional<HookDeletePolicy> end
) {
    const bool deletes = goes_with(unit, end);
    if ((!unit.ttl && !deletes) || uid.empty()) return;
    ledger.withheld_ttls.push_back(
        {.id = unit.id,
         .version = unit.version,
         .uid = uid,
         .seconds = unit.ttl.value_or(0),
         .deletes = deletes}
    );
}

void remember_completions(Draft& draft) {
    const World& world = draft.world();
    if (world.plan == nullptr || world.ledger.deleting) return;
    for (const plan::Stage& stage : world.plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            if (runs_unwatched(world, unit)) remember_completion(draft, unit);
        }
    }
}

void set_ttls(Draft& draft) {
    std::vector<WithheldTtl> left;
    for (const WithheldTtl& ttl : draft.world().ledger.withheld_ttls) {
        if (!set_ttl(draft, ttl)) left.push_back(ttl);
    }
    if (left.size() == draft.world().ledger.withheld_ttls.size()) return;
    std::erase_if(draft.edit().withheld_ttls, [&](const WithheldTtl& ttl) {
        return std::find(left.begin(), left.end(), ttl) == left.end();
    });
    draft.again();
}

}  // namespace slipway::machine

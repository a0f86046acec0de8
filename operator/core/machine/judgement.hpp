/// How far one unit of a stage has come, and what would bring it further.
///
/// One judge for each action, each in its own file; the stage decides which units may go on.
#pragma once

#include <optional>
#include <string>

#include "core/machine/draft.hpp"

namespace slipway::machine {

struct Judgement {
    bool started =
        false;  ///< Applied, created, or its deletion asked for: lower ranks are behind it.
    bool ready = false;    ///< What an edge "until Ready" (or Absent) asks for.
    bool settled = false;  ///< Nothing is left to do or to wait for.
    std::optional<Error> failure{};
    std::string why{};  ///< What is waited for, without the object's name.
};

struct UnitView {
    const plan::Unit& unit;
    UnitAt at{};
    const Observation* seen = nullptr;  ///< None: nobody looked yet.
    const Refusal* refusal = nullptr;

    /// Present or proven absent; else somebody must look.
    bool is_seen() const { return seen != nullptr && seen->presence != Presence::Unknown; }
};

/// Looks at facts only.
Judgement judge(const World& world, const UnitView& view);

/// Brings a unit further that may go on and has not settled: effects, ledger, notes, wake-ups.
void advance(Draft& draft, const UnitView& view, const Judgement& judgement);

Judgement judge_apply(const World& world, const UnitView& view);
void advance_apply(Draft& draft, const UnitView& view, const Judgement& judgement);

Judgement judge_hook(const World& world, const UnitView& view);
void advance_hook(Draft& draft, const UnitView& view, const Judgement& judgement);

Judgement judge_delete(const World& world, const UnitView& view);
void advance_delete(Draft& draft, const UnitView& view, const Judgement& judgement);

Judgement judge_await(const World& world, const UnitView& view);
void advance_await(Draft& draft, const UnitView& view, const Judgement& judgement);

/// A deletion that would take what belongs to others with it (a definition with custom resources of
/// theirs): the object is kept.
bool is_kept_for_others(const Refusal* refusal);

/// A refusal that no repetition of the same write can mend.
std::optional<Error> final_refusal(const ObjectId& id, const Refusal* refusal);

}  // namespace slipway::machine

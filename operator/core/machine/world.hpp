/// Everything that a step may look at. A step that needs more than this is not a pure step.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/machine/observation.hpp"
#include "core/model/ledger.hpp"
#include "core/model/release.hpp"
#include "core/plan/plan.hpp"

namespace slipway::machine {

/// The last write of an object, or look at it, that did not go through.
struct Refusal {
    Error error;
    Time at{};
    int count = 1;         ///< In a row.
    bool of_look = false;  ///< Of a look; else of a write.
};

/// What exists under the names that the plan is going to use, found out before its first write: of
/// metadata only, so whose it is is known, and verdicts mean nothing.
struct Survey {
    Observations found{};
    std::optional<Refusal> refusal{};  ///< It could not be taken; `found` says nothing then.
};

/// What the server said to a write beside the walk (SetTtl, TakeFields), by the object's uid:
/// nothing where it was accepted. It stands apart from what it said to writes of the object itself:
/// a refusal here fails nothing.
using SideAnswers = std::map<std::string, std::optional<Refusal>>;

/// What the Release asks for now: the digest of its content, or why there is none.
struct Desired {
    std::string digest{};
    std::optional<Error> error{};
    std::vector<Warning> warnings{};  ///< Of its inputs, beside those of the plan.
    std::size_t lint = 0;             ///< How many warnings its plan has.
};

struct World {
    const Release& release;
    const Ledger& ledger;
    const Desired& desired;
    /// Of the ledger's newest revision, or of the deletion once it has begun; none before that.
    const plan::Plan* plan = nullptr;
    /// Why the plan of a begun deletion or revision cannot be made.
    std::optional<Error> plan_error{};
    /// Why there is no account to write as.
    std::optional<Error> account_error{};
    const Observations& live;
    const std::map<ObjectId, Refusal>& refusals;
    const SideAnswers& ttl_answers;
    const SideAnswers& adoption_answers;
    /// Of this attempt; none before it was asked for.
    const std::optional<Survey>& survey;
    /// The Release's own namespace is being deleted.
    bool namespace_terminating = false;
    /// When anything that is waited for last changed.
    Time last_activity{};
    Time now{};
};

/// nullptr where nothing of it was refused.
inline const Refusal* refusal_of(const World& world, const ObjectId& id) {
    const auto refused = world.refusals.find(id);
    return refused == world.refusals.end() ? nullptr : &refused->second;
}

}  // namespace slipway::machine

/// Writes beside the walk: what the ledger still owes an object after its outcome was decided.
///
/// They hold nothing up and fail nothing: one that cannot be made is said, and over.
#pragma once

#include <string>

#include "core/machine/draft.hpp"

namespace slipway::machine {

struct SideWrite {
    const ObjectId& id;
    const std::string& uid;
    const char* reason;  ///< Of the note where it cannot be made.
    const char* cannot;  ///< "ttlSecondsAfterFinished cannot be set"
};

enum class SideState { Due, BacksOff, Over };

/// What the server has said to it so far; over where that was its last word.
SideState side_state(Draft& draft, const SideAnswers& answers, const SideWrite& write);

}  // namespace slipway::machine

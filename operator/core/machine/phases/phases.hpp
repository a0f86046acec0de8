/// One function a phase: what a Release in it needs next.
#pragma once

#include "core/machine/draft.hpp"

namespace slipway::machine {

/// Suspended: nothing is written, whatever happens, and no time passes.
void on_suspended(Draft& draft);
/// The walk goes on, its timeouts anew.
void on_resumed(Draft& draft);
/// There is no content to deploy: why, and when to look again.
void on_refused(Draft& draft);
/// New content: the old revision is left behind as the supersede policy says, the new one begins.
void on_new_content(Draft& draft);
/// The newest revision walks its stages.
void on_deploying(Draft& draft);
/// All stages have settled and nothing changed.
void on_deployed(Draft& draft);
/// The attempt failed: wait for the retry, an edit, or a word.
void on_failed(Draft& draft);
/// The Release is being deleted.
void on_deleting(Draft& draft);

/// Walks the stages of the plan: settles one, fails, or goes on waiting.
void walk_stages(Draft& draft, const plan::Plan& plan);

}  // namespace slipway::machine

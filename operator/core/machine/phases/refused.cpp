#include "core/machine/phases/phases.hpp"

namespace slipway::machine {
namespace {

using namespace std::chrono_literals;

/// As a net under lost events: what a watch should tell is looked at again this often at the
/// latest.
constexpr Duration patience = 60s;

}  // namespace

void on_refused(Draft& draft) {
    const Error& error = *draft.world().desired.error;
    if (needs_an_edit(error.kind)) return;
    const Duration pause = is_transient(error.kind) ? Duration(2s) : patience;
    draft.look_again_at(
        draft.world().now + std::max(pause, error.retry_after.value_or(Duration{0}))
    );
}

}  // namespace slipway::machine

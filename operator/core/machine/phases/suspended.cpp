#include "core/machine/phases/phases.hpp"
#include "core/machine/revision.hpp"

namespace slipway::machine {
namespace {

bool is_walking(const Ledger& ledger) {
    return !ledger.failed && ledger.newest() != nullptr &&
           ledger.newest()->state == RevisionState::Deploying;
}

}  // namespace

void on_suspended(Draft& draft) {
    if (is_walking(draft.ledger()) && !draft.ledger().suspended) draft.edit().suspended = true;
}

void on_resumed(Draft& draft) {
    Ledger& ledger = draft.edit();
    ledger.suspended = false;
    restart_clocks(ledger, draft.world().now);
    draft.again();
}

}  // namespace slipway::machine

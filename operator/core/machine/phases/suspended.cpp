#include "core/machine/phases/phases.hpp"

namespace slipway::machine {

void on_suspended(Draft&) {}

}  // namespace slipway::machine

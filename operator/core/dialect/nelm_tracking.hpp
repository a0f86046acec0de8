/// nelm's keys about tracking: what is waited for, and which failures count.
/// Sources: https://werf.io/docs/latest/usage/deploy/tracking.html; corners as nelm's
/// pkg/resource/metadata.go has them.
#pragma once

#include <span>

#include "core/dialect/annotation.hpp"

namespace slipway::dialect {

std::span<const Key> nelm_tracking_keys();

}  // namespace slipway::dialect

/// nelm's keys about an object's life: when it is deployed, made anew and deleted, and whose it is.
/// Sources: https://werf.io/docs/latest/usage/deploy/resource_lifecycle.html; corners as nelm's
/// pkg/resource/metadata.go has them.
#pragma once

#include <span>

#include "core/dialect/annotation.hpp"

namespace slipway::dialect {

std::span<const Key> nelm_lifecycle_keys();

}  // namespace slipway::dialect

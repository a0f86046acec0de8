/// How a status of any release stays under 64 KiB.
///
/// A status write on a large object costs the API server and every watcher, so the status is a
/// summary: lists have a length and texts a size, which the CRD's schema states too, and where the
/// whole is still too large its parts go one after the other, the least asked for first.
#pragma once

#include <cstddef>

#include "core/model/release_status.hpp"

namespace slipway::limits {

inline constexpr std::size_t status_bytes = 64U << 10U;

/// The status with every list and text within what the schema allows.
ReleaseStatus bounded(ReleaseStatus status);

/// Makes a status smaller at the cost of what it tells.
using Eviction = void (*)(ReleaseStatus& status);

/// nullptr after the last one. In this order: the list of stages to counts; logs and messages of
/// hooks; warnings; the list of objects; the past; long texts.
Eviction eviction(std::size_t index);

}  // namespace slipway::limits

/// The Lease as an object: what it says, and what it says next.
#pragma once

#include <optional>
#include <string>

#include "core/base/time.hpp"
#include "core/model/kind.hpp"
#include "core/model/object.hpp"

namespace slipway::cluster {

const Kind& lease_kind();

/// Who holds it; "" is nobody.
std::string holder_of(const Object& lease);
/// How long it is good for after a renewal; `fallback` where it does not say so sensibly.
Duration duration_of(const Object& lease, Duration fallback);

/// What a holder writes.
struct Claim {
    std::string identity{};  ///< "" gives the lease back.
    Duration duration{};
    Time now{};
};

Object new_lease(const std::string& in_namespace, const std::string& name, const Claim& claim);
/// `before` with the claim; acquireTime and leaseTransitions change with the holder only.
Object claimed(const Object& before, const Claim& claim);

}  // namespace slipway::cluster

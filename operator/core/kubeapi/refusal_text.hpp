/// The words of a refusal: what the server said, short enough for a condition, and safe for it.
#pragma once

#include <string>

#include "core/kubeapi/status.hpp"

namespace slipway::kubeapi {

/// Both ends of `text` where it is longer than `bytes`: the server puts the value that it refuses,
/// which may be long, before the reason.
std::string abridged(std::string_view text, std::size_t bytes);

/// What the server said, by field where it names fields, in at most about 1000 bytes.
std::string told(const Status& status);

/// The same about a Secret: only where, never what.
std::string told_of_secret(const Status& status);

/// "manager \"kubectl\" owns .spec.replicas; manager ... owns ...".
std::string field_owners(const Status& status);

}  // namespace slipway::kubeapi

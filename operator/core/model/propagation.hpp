/// What becomes of the objects that belong to one that is deleted (Kubernetes' propagationPolicy:
/// https://kubernetes.io/docs/concepts/architecture/garbage-collection/#cascading-deletion).
#pragma once

#include <optional>
#include <string_view>

namespace slipway {

enum class Propagation {
    Foreground,  ///< They go first.
    Background,  ///< It goes at once, and they go after it.
    Orphan       ///< They stay.
};

/// "Foreground", as the API has it.
std::string_view word(Propagation propagation);
/// The other way round; nothing where it is none of them.
std::optional<Propagation> propagation_of(std::string_view text);

}  // namespace slipway

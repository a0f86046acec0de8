/// What each annotation of an object was taken for, in words.
#pragma once

#include <string>
#include <vector>

#include "core/dialect/hints.hpp"

namespace slipway::dialect {

struct Meaning {
    std::string said{};   ///< "werf.io/weight=-1"
    std::string means{};  ///< "group -1"
};

/// One for each annotation that counts.
std::vector<Meaning> meanings_of(const Hints& hints);

/// When a hook's object is deleted: "before it is created anew".
std::string_view phrase(HookDeletePolicy policy);

}  // namespace slipway::dialect

/// An order in which everything comes after what it depends on.
#pragma once

#include <cstddef>
#include <variant>
#include <vector>

namespace slipway::plan {

/// By place: what each one depends on.
using Dependencies = std::vector<std::vector<std::size_t>>;

using Sequence = std::vector<std::size_t>;
/// The first place again at the end.
struct Cycle {
    std::vector<std::size_t> places;
};

/// All places, dependencies first and else in their own order.
std::variant<Sequence, Cycle> sequence_of(const Dependencies& dependencies);

}  // namespace slipway::plan

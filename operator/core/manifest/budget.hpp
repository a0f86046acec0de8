/// What one document may cost to read: little text can hold many values, and aliases make more of
/// them.
#pragma once

#include <cstddef>

#include "core/manifest/manifest.hpp"

namespace slipway::manifest {

/// What a value adds when it is repeated.
struct Extent {
    std::size_t nodes = 1;
    std::size_t bytes = 0;
    std::size_t height = 0;
};

/// Every member that takes an offset throws a Refusal of that place beyond a limit.
class Budget {
public:
    explicit Budget(const Limits& limits) : limits_(limits) {}

    /// A document's object, or an item of a list of objects: its keys and values count for itself.
    void begin_object() { nodes_ = 0; }
    void count_node(std::size_t offset);
    /// `extent` once more, by an alias or as the copy that is kept for aliases.
    void charge(const Extent& extent, std::size_t offset);
    /// One more item in a list of objects that holds so many.
    void check_length(std::size_t items, std::size_t offset) const;

private:
    const Limits limits_;
    std::size_t nodes_ = 0;  ///< Of the object that began last.
    Extent repeated_{.nodes = 0};
};

}  // namespace slipway::manifest

/// Where Slipway does otherwise than Helm did, and the reasons that are given for it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/acts.hpp"

namespace slipway::conformance {

struct Difference {
    enum class Sort {
        Order,       ///< Helm does the first before the second, Slipway the other way round.
        OnlyHelm,    ///< Only Helm does the first.
        OnlySlipway  ///< Only Slipway does.
    };
    Sort sort;
    Tool helm;
    std::string operation;
    Act first{};
    Act second{};
    bool helm_had_refused = false;  ///< This operation, or one before it.

    std::string text() const;
};

/// Helm writes objects of one kind at once, as Slipway does, so that nothing is said of their
/// order; of hooks there is an order whatever their kind.
std::vector<Difference> differences(Tool helm, const Record& helms, const Record& slipways);

struct Reason {
    std::string_view name;  ///< As docs/ordering.md has it.
    bool (*explains)(const Difference& difference);
};

std::span<const Reason> reasons();

/// nullptr where it has none.
const Reason* reason_of(const Difference& difference);

}  // namespace slipway::conformance

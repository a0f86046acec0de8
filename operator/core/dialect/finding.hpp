/// A thing in somebody's manifests that does not mean what they may think.
#pragma once

#include <string>

#include "core/dialect/rule.hpp"
#include "core/model/release_status.hpp"
#include "core/model/sourced_object.hpp"

namespace slipway::dialect {

struct Finding {
    const Rule* rule = nullptr;
    std::string message{};  ///< One line.
    std::string object{};   ///< "Deployment/web", or "" where it concerns none.
    std::string key{};      ///< The annotation that it is about, or "".
    SourcePlace place{};    ///< Of the object; its line is 0 where nobody knows.

    /// As status shows it.
    Warning warning() const { return {std::string(rule->id), message, object}; }
    bool operator==(const Finding&) const = default;
};

}  // namespace slipway::dialect

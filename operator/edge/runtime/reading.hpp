/// The texts of all sources as objects. Reading YAML is the dearest part of preparing a release, so
/// large texts are read several at a time.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/sourced_object.hpp"

namespace slipway::runtime {

struct NamedText {
    std::string name{};  ///< What errors and places start with.
    std::string text{};
};

/// All objects in the order of the texts, or the error of the first text that has one.
Result<std::vector<SourcedObject>> read_all(const std::vector<NamedText>& texts);

}  // namespace slipway::runtime

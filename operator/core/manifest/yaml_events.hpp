/// A YAML document as events for the tree builder, read with libyaml: kubectl's own reader is a
/// port of it, and it reads four times as fast as yaml-cpp.
#pragma once

#include <optional>
#include <string_view>

#include "core/manifest/refusal.hpp"

namespace slipway::manifest {

class TreeBuilder;

/// What is wrong with the language of `text`, in libyaml's words; nothing where it is one YAML
/// document. Throws Refusal for bytes that are no text, and what the builder throws.
std::optional<Refusal> read_yaml(std::string_view text, TreeBuilder& builder);

}  // namespace slipway::manifest

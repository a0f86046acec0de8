/// Kinds of the benches' own: their objects are ready when somebody who writes their status says
/// so.
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "rig/content.hpp"
#include "rig/world.hpp"

namespace slipway::bench {

/// "Step": steps.bench.example.com, v1.
Kind custom_kind(const std::string& name);
/// Its objects start with the condition Ready Unknown, as those of many operators do: else they
/// would count as ready until somebody writes a status.
nlohmann::json definition_of(const Kind& kind);
nlohmann::json custom_resource(
    const Kind& kind, const std::string& in_namespace, const std::string& name
);
RawRequest make_ready(const Kind& kind, const std::string& in_namespace, const std::string& name);

/// A namespace whose "deployer" may write these kinds and their definitions, and anything of a raw
/// client's; the operator may watch them, as an administrator allows it for kinds of his own.
std::string make_custom_namespace(World& world);
/// Returns when it is served.
void define(World& world, const Kind& kind);

}  // namespace slipway::bench

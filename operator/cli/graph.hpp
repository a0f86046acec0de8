/// The plan as nodes and arrows, for whatever draws it.
#pragma once

#include <string>
#include <vector>

#include "core/plan/plan.hpp"

namespace slipway::cli {

struct GraphNode {
    std::string id{};      ///< "s0u3": a word in every drawing language.
    std::string action{};  ///< "apply"
    std::string object{};  ///< "Deployment.apps shop/web"
};

/// One after the other.
struct GraphStage {
    std::string name{};
    std::vector<GraphNode> nodes{};  ///< Never empty.
};

struct GraphEdge {
    std::string from{};
    std::string to{};
    std::string until{};  ///< What `from` must be before `to` starts: "ready".
};

struct Graph {
    std::vector<GraphStage> stages{};
    std::vector<GraphEdge> edges{};
};

Graph graph_of(const plan::Plan& plan);

}  // namespace slipway::cli

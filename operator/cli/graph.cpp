#include "cli/graph.hpp"

#include "core/base/text.hpp"
#include "core/plan/words.hpp"

namespace slipway::cli {
namespace {

std::string node_id(std::size_t stage, std::size_t unit) { return format("s{}u{}", stage, unit); }

void add_stage(Graph& graph, const plan::Stage& stage, std::size_t number) {
    GraphStage drawn{.name = format("{} {}", number + 1, stage.name)};
    for (std::size_t at = 0; at < stage.units.size(); ++at) {
        const plan::Unit& unit = stage.units[at];
        drawn.nodes.push_back({node_id(number, at), std::string(word(unit.action)), unit.id.text()}
        );
        for (const plan::Edge& edge : unit.after) {
            graph.edges.push_back(
                {node_id(number, edge.unit), node_id(number, at), std::string(word(edge.until))}
            );
        }
    }
    graph.stages.push_back(std::move(drawn));
}

}  // namespace

Graph graph_of(const plan::Plan& plan) {
    Graph graph;
    for (std::size_t number = 0; number < plan.stages.size(); ++number)
        add_stage(graph, plan.stages[number], number);
    return graph;
}

}  // namespace slipway::cli

/// For Markdown pages: https://mermaid.js.org/syntax/flowchart.html
#include "cli/format.hpp"
#include "cli/graph.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::formats {
namespace {

std::string quoted(std::string_view text) {
    std::string all = "\"";
    for (const char c : text) {
        if (c == '"') {
            all += "#quot;";
        } else if (c == '#') {
            all += "#35;";
        } else {
            all += c;
        }
    }
    return all + "\"";
}

std::string subgraph(const Graph& graph, std::size_t stage) {
    std::string text = format("  subgraph stage{}[{}]\n", stage, quoted(graph.stages[stage].name));
    for (const GraphNode& node : graph.stages[stage].nodes)
        text += format("    {}[{}]\n", node.id, quoted(node.action + " " + node.object));
    return text + "  end\n";
}

std::string write(const Planned& planned, const Paint&) {
    const Graph graph = graph_of(planned.plan);
    std::string text = "flowchart TD\n";
    for (std::size_t stage = 0; stage < graph.stages.size(); ++stage)
        text += subgraph(graph, stage);
    for (std::size_t stage = 1; stage < graph.stages.size(); ++stage)
        text += format("  stage{} ==> stage{}\n", stage - 1, stage);
    for (const GraphEdge& edge : graph.edges)
        text += format("  {} -->|{}| {}\n", edge.from, edge.until, edge.to);
    return text;
}

}  // namespace

extern const Format mermaid{.name = "mermaid", .write = write, .is_graph = true};

}  // namespace slipway::cli::formats

/// For Graphviz: `slipway graph -f ... -o dot | dot -Tsvg`. https://graphviz.org/doc/info/lang.html
#include "cli/format.hpp"
#include "cli/graph.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::formats {
namespace {

std::string quoted(std::string_view text) {
    std::string all = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') all += '\\';
        all += c == '\n' ? "\\n" : std::string(1, c);
    }
    return all + "\"";
}

std::string cluster(const Graph& graph, std::size_t stage) {
    std::string text = format("  subgraph cluster_{} {{\n", stage);
    text += format("    label={};\n", quoted(graph.stages[stage].name));
    for (const GraphNode& node : graph.stages[stage].nodes)
        text += format("    {} [label={}];\n", node.id, quoted(node.action + "\n" + node.object));
    return text + "  }\n";
}

/// Between clusters an arrow needs a node at each end.
std::string between(const Graph& graph, std::size_t stage) {
    return format(
        "  {} -> {} [ltail=cluster_{}, lhead=cluster_{}, style=bold];\n",
        graph.stages[stage - 1].nodes.back().id,
        graph.stages[stage].nodes.front().id,
        stage - 1,
        stage
    );
}

std::string write(const Planned& planned, const Paint&) {
    const Graph graph = graph_of(planned.plan);
    std::string text = "digraph plan {\n  compound=true;\n  node [shape=box];\n";
    for (std::size_t stage = 0; stage < graph.stages.size(); ++stage)
        text += cluster(graph, stage);
    for (std::size_t stage = 1; stage < graph.stages.size(); ++stage)
        text += between(graph, stage);
    for (const GraphEdge& edge : graph.edges)
        text += format("  {} -> {} [label={}];\n", edge.from, edge.to, quoted(edge.until));
    return text + "}\n";
}

}  // namespace

extern const Format dot{.name = "dot", .write = write, .is_graph = true};

}  // namespace slipway::cli::formats

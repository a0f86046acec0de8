#include "core/manifest/tree.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/json_events.hpp"
#include "core/manifest/refusal.hpp"
#include "core/manifest/tree_builder.hpp"
#include "core/manifest/yaml_events.hpp"
#include "core/model/json_fields.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

Error error_of(const Refusal& refusal, const Document& document, const std::string& title) {
    std::string what = refusal.what;
    if (refusal.first) {
        const SourcePlace first = document.place(*refusal.first);
        what += format(" (the first is at {}:{})", first.line, first.column);
    }
    return document.error(refusal.kind, refusal.offset, title, what);
}

/// Runs one reader; nothing where the text is not in its language.
template <class Reader>
Result<std::optional<Tree>> run(const Document& document, const Limits& limits, Reader read) {
    TreeBuilder builder(limits);
    try {
        if (!read(document.text(), builder)) return std::optional<Tree>{};
        return std::optional<Tree>(builder.finish());
    } catch (const Refusal& refusal) {
        return error_of(refusal, document, builder.title());
    }
}

}  // namespace

Result<Tree> read_tree(const Document& document, const Limits& limits) {
    if (trimmed(document.text()).starts_with('{')) {
        auto tree = TRY(run(document, limits, read_json));
        if (tree) return *std::move(tree);
    }
    auto tree = TRY(run(document, limits, read_yaml));
    return *std::move(tree);
}

std::string title_of(const json& object) {
    const std::string kind = fields::text(object, "kind");
    const json* metadata = fields::find(object, "metadata");
    const std::string name = metadata == nullptr ? "" : fields::text(*metadata, "name");
    return kind.empty() || name.empty() ? kind : kind + "/" + name;
}

}  // namespace slipway::manifest

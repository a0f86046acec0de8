#include "core/manifest/tree.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/json_events.hpp"
#include "core/manifest/refusal.hpp"
#include "core/manifest/second_reading.hpp"
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

/// Reads it once more, as far as that tells of the flaw. False where it tells nothing: only what
/// stands before the flaw is known to be whole.
bool explain(std::string_view text, std::size_t flaw, TreeBuilder& builder) {
    constexpr std::size_t context = 4'096;
    const std::string_view near = text.substr(0, flaw + context);
    try {
        read_again(near, builder);
    } catch (const Refusal& refusal) {
        if (near.size() == text.size() || refusal.offset <= flaw) throw;
    }
    return false;
}

/// What is wrong with a text that is no YAML. Where the second reader finds nothing, or would take
/// too long to come to the flaw, the first one's word stands.
Error flaw_of(const Document& document, const Limits& limits, const Refusal& first) {
    constexpr std::size_t worth_reading_again = std::size_t{256} * 1024;
    if (first.offset > worth_reading_again) return error_of(first, document, "");
    const auto read = run(document, limits, [&](std::string_view text, TreeBuilder& builder) {
        return explain(text, first.offset, builder);
    });
    return read ? error_of(first, document, "") : read.error();
}

}  // namespace

Result<Tree> read_tree(const Document& document, const Limits& limits) {
    if (trimmed(document.text()).starts_with('{')) {
        auto tree = TRY(run(document, limits, read_json));
        if (tree) return *std::move(tree);
    }
    std::optional<Refusal> flaw;
    auto tree = TRY(run(document, limits, [&](std::string_view text, TreeBuilder& builder) {
        flaw = read_yaml(text, builder);
        return !flaw;
    }));
    if (!tree) return flaw_of(document, limits, *flaw);
    return *std::move(tree);
}

std::string title_of(const json& object) {
    const std::string kind = fields::text(object, "kind");
    const json* metadata = fields::find(object, "metadata");
    const std::string name = metadata == nullptr ? "" : fields::text(*metadata, "name");
    return kind.empty() || name.empty() ? kind : kind + "/" + name;
}

}  // namespace slipway::manifest

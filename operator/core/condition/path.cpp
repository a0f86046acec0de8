#include "core/condition/path.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/condition/evaluator.hpp"
#include "core/condition/parser.hpp"
#include "core/condition/printer.hpp"
#include "core/condition/quotes.hpp"

namespace slipway::condition {
namespace {

using nlohmann::json;

constexpr auto npos = std::string_view::npos;

/// The inside of "{...}" where `text` is one pair of braces and nothing else.
std::optional<std::string_view> inside_of_braces(std::string_view text) {
    if (!text.starts_with('{')) return std::nullopt;
    if (detail::find_outside_quotes(text, "}", 1) != text.size() - 1) return std::nullopt;
    return trimmed(text.substr(1, text.size() - 2));
}

/// Quoted text and numbers in braces mean themselves; whatever else stands there is a path.
bool is_bare_path(std::string_view inside) {
    if (inside.empty() || inside == "end" || inside == "range") return false;
    return !detail::is_quote(inside.front()) && !inside.starts_with("range ");
}

Error empty_path() {
    return {ErrorKind::InvalidExpression, "the JSONPath is empty; write one like .status.phase"};
}

/// Counts what copying `value` costs; iterative, for an object may nest as deep as its author
/// likes, and copying is not.
Result<void> charge(const json& value, detail::Budget& budget, std::size_t& bytes) {
    std::vector<std::pair<const json*, int>> open{{&value, 0}};
    while (!open.empty()) {
        const auto [here, depth] = open.back();
        open.pop_back();
        TRY(budget.take(1));
        if (depth > detail::max_depth) return detail::nests_too_deep();
        if (here->is_string()) bytes += here->get_ref<const std::string&>().size();
        if (bytes > detail::max_printed_bytes) {
            return Error{
                ErrorKind::TooLarge,
                "the JSONPath selects too much to be held; write a more specific path"};
        }
        if (!here->is_structured()) continue;
        for (const json& child : *here)
            open.emplace_back(&child, depth + 1);
    }
    return {};
}

}  // namespace

Result<Path> Path::compile(std::string_view text) {
    text = trimmed(text);
    if (text.empty()) return empty_path();
    std::optional<std::string_view> bare = inside_of_braces(text);
    if (!bare && detail::find_outside_quotes(text, "{", 0) == npos) bare = text;
    if (bare && bare->empty()) return empty_path();
    if (!bare || !is_bare_path(*bare)) return compile_template(text);

    Path path;
    const bool has_start = std::string_view(".[$@").find(bare->front()) != npos;
    path.text_ = (has_start ? "" : ".") + std::string(*bare);
    path.compiled_ = std::make_shared<const detail::Template>(TRY(detail::parse_bare_path(*bare)));
    return path;
}

Result<Path> Path::compile_template(std::string_view text) {
    Path path;
    path.text_ = text;
    path.compiled_ = std::make_shared<const detail::Template>(TRY(detail::parse_template(text)));
    return path;
}

Result<std::vector<json>> Path::select(const json& document, MissingKeys missing) const {
    detail::Evaluation evaluation(document, missing);
    std::vector<json> selected;
    std::size_t bytes = 0;
    for (const detail::Output& output : TRY(evaluation.outputs(*compiled_))) {
        for (const json* value : output.values) {
            TRY(charge(*value, evaluation.budget(), bytes));
            selected.push_back(*value);
        }
    }
    return selected;
}

Result<void> Path::each(
    const json& document, MissingKeys missing, const std::function<void(const json&)>& use
) const {
    detail::Evaluation evaluation(document, missing);
    for (const detail::Output& output : TRY(evaluation.outputs(*compiled_))) {
        for (const json* value : output.values)
            use(*value);
    }
    return {};
}

Result<std::string> Path::print(const json& document) const {
    detail::Evaluation evaluation(document, MissingKeys::Fail);
    std::string printed;
    for (const detail::Output& output : TRY(evaluation.outputs(*compiled_))) {
        if (output.text != nullptr) printed += *output.text;
        TRY(detail::print_values(printed, output.values, evaluation.budget()));
    }
    return printed;
}

}  // namespace slipway::condition

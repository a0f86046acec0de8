#include "core/base/text.hpp"
#include "core/condition/pieces.hpp"
#include "core/condition/quotes.hpp"
#include "core/condition/requirement.hpp"

namespace slipway::condition {
namespace {

constexpr auto npos = std::string_view::npos;
constexpr std::string_view example = ".status.phase=Running";

/// Quotes around the whole value protect its commas, as in a shell.
std::string_view without_quotes(std::string_view value) {
    if (value.size() < 2 || !detail::is_quote(value.front())) return value;
    if (detail::closing_quote(value, 0) != value.size() - 1) return value;
    return value.substr(1, value.size() - 2);
}

/// Where the single "=" stands that parts path and value.
Result<std::size_t> equals_sign(std::string_view piece) {
    const auto at = detail::find_at_top(piece, detail::comparison_characters);
    if (at == npos) {
        return Error{
            ErrorKind::InvalidExpression,
            format(
                "\"{}\" has no =; a property is written like {}", shortened(piece, 200), example
            )};
    }
    const auto next = piece.substr(at + 1, 1);
    if (piece[at] != '=' || next == "=") {
        return Error{
            ErrorKind::InvalidExpression,
            format(
                "\"{}\" compares with more than a single =; write it like {}, or use the "
                "annotation "
                "slipway.dev/wait-for for other comparisons",
                shortened(piece, 200),
                example
            )};
    }
    return at;
}

Result<Requirement> property(std::string_view piece) {
    const std::size_t equals = TRY(equals_sign(piece));
    const auto path = trimmed(piece.substr(0, equals));
    if (path.empty()) {
        return Error{
            ErrorKind::InvalidExpression,
            format(
                "\"{}\" has no path before the =; a property is written like {}",
                shortened(piece, 200),
                example
            )};
    }
    return Requirement{
        .path = TRY(Path::compile(path)),
        .comparison = Comparison::PrintsAs,
        .value = std::string(without_quotes(trimmed(piece.substr(equals + 1)))),
        .text = std::string(piece),
    };
}

}  // namespace

Result<std::vector<Requirement>> parse_properties(std::string_view text) {
    std::vector<Requirement> all;
    for (const auto piece : TRY(detail::pieces(text, ',', example))) {
        all.push_back(TRY(property(piece)));
    }
    return all;
}

}  // namespace slipway::condition

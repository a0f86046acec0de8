#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/condition/pieces.hpp"
#include "core/condition/requirement.hpp"

namespace slipway::condition {
namespace {

using nlohmann::json;

constexpr auto npos = std::string_view::npos;
constexpr std::string_view example = R"({.status.phase} == "Running" or {.status.phase} exists)";

Error wrong(std::string_view piece, std::string_view what) {
    return {
        ErrorKind::InvalidExpression,
        format("{}: {}; write it like {}", shortened(piece, 200), what, example)};
}

Result<Comparison> comparison(std::string_view written, std::string_view piece) {
    constexpr std::array known{
        std::pair{std::string_view("=="), Comparison::Equal},
        std::pair{std::string_view("!="), Comparison::NotEqual},
        std::pair{std::string_view("<"), Comparison::Less},
        std::pair{std::string_view("<="), Comparison::LessOrEqual},
        std::pair{std::string_view(">"), Comparison::Greater},
        std::pair{std::string_view(">="), Comparison::GreaterOrEqual},
    };
    for (const auto& [text, meaning] : known) {
        if (text == written) return meaning;
    }
    return wrong(piece, format("\"{}\" is no comparison; those are == != < <= > >=", written));
}

Result<std::string> scalar(
    std::string_view written, Comparison comparison, std::string_view piece
) {
    if (written.empty()) return wrong(piece, "nothing stands right of the comparison");
    const json value = json::parse(written, nullptr, /*allow_exceptions=*/false);
    if (value.is_discarded() || value.is_structured()) {
        return wrong(
            piece,
            format(
                "{} is no text in double quotes, no number, no true or false",
                shortened(written, 80)
            )
        );
    }
    const bool ordered = value.is_number() || value.is_string();
    if (!ordered && comparison != Comparison::Equal && comparison != Comparison::NotEqual) {
        return wrong(piece, format("{} has no order; compare it with == or !=", written));
    }
    return value.dump();
}

Result<Requirement> existence(std::string_view piece) {
    constexpr std::string_view word = "exists";
    const auto path = piece.substr(0, piece.size() - std::min(piece.size(), word.size()));
    if (!piece.ends_with(word) || trimmed(path).size() == path.size()) {
        return wrong(piece, "it has no comparison");
    }
    return Requirement{
        .path = TRY(Path::compile(path)),
        .comparison = Comparison::Exists,
        .text = std::string(piece),
    };
}

Result<Requirement> requirement(std::string_view piece) {
    const auto start = detail::find_at_top(piece, detail::comparison_characters);
    if (start == npos) return existence(piece);
    const auto end =
        std::min(piece.find_first_not_of(detail::comparison_characters, start), piece.size());
    const auto path = trimmed(piece.substr(0, start));
    if (path.empty()) return wrong(piece, "no path stands left of the comparison");
    const Comparison is = TRY(comparison(piece.substr(start, end - start), piece));
    Path compiled = TRY(Path::compile(path));
    std::string value = TRY(scalar(trimmed(piece.substr(end)), is, piece));
    return Requirement{
        .path = std::move(compiled),
        .comparison = is,
        .value = std::move(value),
        .text = std::string(piece),
    };
}

}  // namespace

Result<std::vector<Requirement>> parse_wait_for(std::string_view text) {
    std::vector<Requirement> all;
    for (const auto piece : TRY(detail::pieces(text, ';', example))) {
        all.push_back(TRY(requirement(piece)));
    }
    return all;
}

}  // namespace slipway::condition

#include "core/model/sourced_object.hpp"

#include "core/base/text.hpp"

namespace slipway {
namespace {

constexpr std::string_view document_mark = " (document ";

/// The number behind the last colon of `text`, which is cut off there.
std::optional<int> number_at_end(std::string_view& text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto number = parse_integer(text.substr(colon + 1));
    text = text.substr(0, colon);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

}  // namespace

std::string SourcePlace::text(const std::string& title) const {
    const std::string comma_title = title.empty() ? "" : ", " + title;
    return format("{}:{}:{} (document {}{})", source, line, column, document, comma_title);
}

std::optional<NamedPlace> place_in(std::string_view message) {
    const auto mark = message.find(document_mark);
    if (mark == std::string_view::npos) return std::nullopt;
    std::string_view source = message.substr(0, mark);
    std::string_view rest = message.substr(mark + document_mark.size());
    rest = rest.substr(0, rest.find("): "));
    const auto comma = rest.find(", ");
    const auto document = parse_integer(rest.substr(0, comma));
    const auto column = number_at_end(source);
    const auto line = number_at_end(source);
    if (!document || !column || !line) return std::nullopt;
    return NamedPlace{
        .place =
            {.source = source,
             .line = *line,
             .column = *column,
             .document = static_cast<int>(*document)},
        .title = std::string(comma == std::string_view::npos ? "" : rest.substr(comma + 2)),
    };
}

}  // namespace slipway

#include "core/condition/pieces.hpp"

#include "core/base/text.hpp"
#include "core/condition/quotes.hpp"

namespace slipway::condition::detail {
namespace {

constexpr std::size_t max_pieces = 64;
constexpr auto npos = std::string_view::npos;

bool is_one_of(char c, std::string_view set) { return set.find(c) != npos; }

/// How deep in brackets a reader stands after `c`; a bracket that never opened closes nothing.
int depth_after(char c, int depth) {
    if (is_one_of(c, "[{")) return depth + 1;
    return is_one_of(c, "]}") && depth > 0 ? depth - 1 : depth;
}

/// The last character of what starts at `at` and must not be cut: an escape, quoted text; else
/// `at`.
std::size_t end_of_unit(std::string_view text, std::size_t at, bool quotes_open) {
    if (text[at] == '\\') return at + 1;
    if (!is_quote(text[at]) || !quotes_open) return at;
    const auto close = closing_quote(text, at);
    return close == npos ? at : close;
}

}  // namespace

std::size_t find_at_top(std::string_view text, std::string_view wanted) {
    int depth = 0;
    char before = ' ';
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        if (depth == 0 && is_one_of(c, wanted)) return at;
        depth = depth_after(c, depth);
        at = end_of_unit(text, at, depth > 0 || is_one_of(before, comparison_characters));
        if (!is_one_of(c, " \t\r\n")) before = c;
    }
    return npos;
}

Result<std::vector<std::string_view>> pieces(
    std::string_view text, char separator, std::string_view example
) {
    std::vector<std::string_view> found;
    for (std::string_view rest = text; !rest.empty();) {
        const auto end = find_at_top(rest, std::string_view(&separator, 1));
        const auto piece = trimmed(rest.substr(0, end));
        if (!piece.empty()) found.push_back(piece);
        rest = end == npos ? std::string_view{} : rest.substr(end + 1);
    }
    if (found.empty()) {
        return Error{
            ErrorKind::InvalidExpression, format("it says nothing to wait for; write {}", example)};
    }
    if (found.size() > max_pieces) {
        return Error{
            ErrorKind::TooLarge,
            format("it holds {} requirements; at most {} are read", found.size(), max_pieces)};
    }
    return found;
}

}  // namespace slipway::condition::detail

#include "core/manifest/folded.hpp"

#include <algorithm>

#include "core/manifest/refusal.hpp"

namespace slipway::manifest {
namespace {

std::string_view take_line(std::string_view& rest) {
    const std::size_t size = std::min(rest.find('\n'), rest.size() - 1) + 1;
    const std::string_view line = rest.substr(0, size);
    rest.remove_prefix(size);
    return line;
}

/// How many line ends close the block that `lines` begins with: its last line's own, and those of
/// the empty lines after it.
std::size_t line_ends_at_end(std::string_view lines) {
    std::size_t ends = 0;
    std::size_t block_indent = 0;
    while (!lines.empty()) {
        const std::string_view line = take_line(lines);
        const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
        const bool is_blank = line.find_first_not_of(" \r\n") == line.npos;
        if (block_indent == 0 && !is_blank) block_indent = indent;
        const bool is_empty = is_blank && (block_indent == 0 || indent <= block_indent);
        if (!is_empty && indent < block_indent) break;
        ends = (is_empty ? ends : 0) + (line.ends_with('\n') ? 1 : 0);
    }
    return ends;
}

}  // namespace

std::string with_kept_line_ends(std::string_view text, std::size_t begin, std::string value) {
    if (begin >= text.size() || text[begin] != '>') return value;
    std::string_view lines = text.substr(begin);
    const std::string_view header = take_line(lines);
    const std::string_view indicators = header.substr(0, header.find_first_of(" \t\r\n"));
    if (indicators.find('+') == indicators.npos) return value;
    if (indicators.find_first_of("123456789") != indicators.npos) {
        throw Refusal{begin, "folded text with both a digit and + cannot be read; use |+ instead"};
    }
    const auto last = value.find_last_not_of('\n');
    if (last == value.npos) return value;
    value.resize(last + 1);
    return value.append(line_ends_at_end(lines), '\n');
}

}  // namespace slipway::manifest

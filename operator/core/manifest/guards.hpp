/// What a parser lets pass and must not: bytes that are no text, and quotes that nobody closed.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace slipway::manifest {

bool is_utf8(std::string_view text);

/// What a text is written with: in ASCII each character is a byte.
enum class Letters { Ascii, Any };

/// Throws Refusal at the first byte that is not UTF-8, at control characters other than tab and
/// line ends (YAML 1.2, 5.1 and 5.2), and at line ends of YAML 1.1 alone, which nobody sees. Any
/// where some byte is not ASCII.
Letters check_characters(std::string_view text);

/// Throws Refusal (TooLarge) at a line that opens a thousand brackets and closes none of them:
/// before it reports the first, yaml-cpp reads them all, at 240 bytes each.
void check_brackets(std::string_view text);

/// Watches over what yaml-cpp takes for quoted and what not. It takes all that follows into a quote
/// that is never closed, and drops lines that begin with %, as if they were directives.
class QuoteGuard {
public:
    explicit QuoteGuard(std::string_view text);

    /// Takes the scalars in the document's order; throws Refusal.
    void pass(std::size_t scalar_begin);
    /// Throws Refusal for what is left when all scalars were passed.
    void check_end() const;

private:
    void check_percent_lines(std::size_t end) const;

    std::string_view text_;
    std::size_t last_scalar_ = 0;
    std::vector<std::size_t> percent_lines_;
    std::size_t next_percent_line_ = 0;
};

}  // namespace slipway::manifest

/// The inside of one pair of braces: fields, brackets, filters, literals.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/condition/template.hpp"

namespace slipway::condition::detail {

/// What ends the steps that are read.
enum class Until {
    Brace,       ///< `}`, which is left to the caller.
    FilterSide,  ///< A comparison or `)`, which is left to the caller.
    EndOfText,
};

/// Reads from `position` to `end`; `text` is the whole expression, so that errors can name their
/// place.
class ActionParser {
public:
    ActionParser(std::string_view text, std::size_t position, std::size_t end, int depth)
        : text_(text), position_(position), end_(end), depth_(depth) {}

    Result<Steps> steps(Until until);
    /// The same, where the first field stands without its dot.
    Result<Steps> steps_after_dot(Until until);

    /// Takes `word` if it stands here ("range", "end").
    bool takes(std::string_view word);
    std::size_t position() const { return position_; }

private:
    bool is_next(std::string_view prefix) const;
    bool is_at(Until until) const;
    bool ends_a_name(Until until) const;
    std::string name(Until until);

    Result<Steps> more_steps(Steps steps, Until until);
    Result<void> step(Steps& steps, Until until);
    Result<void> field(Steps& steps, Until until);
    Result<void> descent(Steps& steps, Until until);
    Result<void> number(Steps& steps);
    Result<void> quoted(Steps& steps);
    Result<void> word(Steps& steps, Until until);

    Result<void> brackets(Steps& steps);
    Result<Steps> member(std::size_t from, std::size_t to) const;
    Result<Slice> slice(std::size_t from, std::size_t to) const;
    Result<void> filter(Steps& steps);
    Result<Operator> comparison();

    Error wrong(std::size_t at, const std::string& what) const;
    Error unclosed(Until until) const;

    std::string_view text_;
    std::size_t position_;
    std::size_t end_;
    int depth_;
};

/// `what` is wrong with `text` at this byte (counted from 0; the message counts characters from 1).
Error wrong_expression(std::string_view text, std::size_t at, const std::string& what);

}  // namespace slipway::condition::detail

/// What a JSONPath template means: the form between parser and evaluator. Of this room only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace slipway::condition::detail {

/// A longer expression is TooLarge.
constexpr std::size_t max_expression_bytes = std::size_t{8} * 1024;
/// Filters in filters and ranges in ranges, deeper than anybody writes them.
constexpr int max_nesting = 64;

enum class Operator { Exists, Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual };

struct Step;
using Steps = std::vector<Step>;

struct Field {
    std::string key;
};

/// `.*`
struct Wildcard {};

/// `..`: the value itself and everything below it.
struct Descent {};

/// `[first:end:step]`; `[n]` has `single` set and no end.
struct Slice {
    std::optional<std::int64_t> first{};
    std::optional<std::int64_t> end{};
    std::optional<std::int64_t> step{};
    bool single = false;
};

/// `[0,1]`, `['a','b']`
struct Union {
    std::vector<Steps> members;
};

/// `[?(left op right)]`; no right where it only asks for existence.
struct Filter {
    Steps left;
    Operator is;
    Steps right;
};

/// A number, a bool or quoted text that stands where a path could.
struct Literal {
    std::variant<std::string, std::int64_t, double, bool> value;
};

struct Step {
    std::variant<Field, Wildcard, Descent, Slice, Union, Filter, Literal> is;
};

struct Part;

/// Text outside braces.
struct Text {
    std::string text;
};

/// `{.a.b}`
struct Action {
    Steps steps;
};

/// `{range .items[*]}` up to its `{end}`
struct Range {
    Steps over;
    std::vector<Part> body;
};

struct Part {
    std::variant<Text, Action, Range> is;
};

struct Template {
    std::vector<Part> parts{};
};

}  // namespace slipway::condition::detail

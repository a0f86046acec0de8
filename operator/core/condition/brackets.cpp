// The part of the action parser that reads [...]: keys, indexes, slices, unions, filters.
#include <array>
#include <optional>
#include <utility>

#include "core/base/text.hpp"
#include "core/condition/action_parser.hpp"
#include "core/condition/quotes.hpp"

namespace slipway::condition::detail {
namespace {

/// No list is longer, and sums of two such numbers stay far from overflow.
constexpr std::int64_t largest_index = 1'000'000'000;

/// A bound of a slice: digits, after an optional minus; nothing where it is no such number.
std::optional<std::int64_t> parse_bound(std::string_view text) {
    const auto number = parse_integer(text);
    if (!number || text.front() == '+') return std::nullopt;
    if (*number > largest_index || *number < -largest_index) return std::nullopt;
    return number;
}

}  // namespace

Result<void> ActionParser::brackets(Steps& steps) {
    if (depth_ >= max_nesting) {
        return Error{
            ErrorKind::TooLarge,
            format(
                "the JSONPath {} nests deeper than {} levels", shortened(text_, 200), max_nesting
            )};
    }
    if (is_next("[?(")) return filter(steps);
    const auto here = text_.substr(0, end_);
    std::vector<Steps> members;
    for (std::size_t from = position_ + 1;;) {
        const std::size_t to = find_outside_quotes(here, ",]", from);
        if (to == std::string_view::npos) {
            return wrong(position_, "the bracket is not closed; write [0], [*] or ['name']");
        }
        members.push_back(TRY(member(from, to)));
        from = to + 1;
        if (here[to] == ']') {
            position_ = from;
            break;
        }
    }
    if (members.size() > 1) {
        steps.push_back({Union{std::move(members)}});
        return {};
    }
    for (Step& step : members.front())
        steps.push_back(std::move(step));
    return {};
}

Result<Steps> ActionParser::member(std::size_t from, std::size_t to) const {
    while (from < to && text_[from] == ' ')
        ++from;
    while (to > from && text_[to - 1] == ' ')
        --to;
    if (from == to) return wrong(from, "the brackets say nothing; write [0], [*] or ['name']");
    if (!is_quote(text_[from])) return Steps{{TRY(slice(from, to))}};
    if (closing_quote(text_.substr(0, to), from) != to - 1) {
        return wrong(from, "the quoted key is not closed; write ['name']");
    }
    // As in client-go, dots inside the quotes separate keys; a key with a dot is written 'a\.b'.
    return ActionParser(text_, from + 1, to - 1, depth_ + 1).steps_after_dot(Until::EndOfText);
}

Result<Slice> ActionParser::slice(std::size_t from, std::size_t to) const {
    const auto content = text_.substr(from, to - from);
    if (content == "*") return Slice{};
    const auto bounds = split(content, ':');
    Slice slice{.single = bounds.size() == 1};
    const std::array targets{&slice.first, &slice.end, &slice.step};
    bool good = bounds.size() <= targets.size();
    for (std::size_t i = 0; good && i < bounds.size(); ++i) {
        if (bounds[i].empty()) continue;
        *targets[i] = parse_bound(bounds[i]);
        good = targets[i]->has_value();
    }
    if (good) return slice;
    return wrong(
        from, format("[{}] is no index; write [0], [-1], [0:2], [*] or ['name']", content)
    );
}

Result<void> ActionParser::filter(Steps& steps) {
    ActionParser inside(text_, position_ + 3, end_, depth_ + 1);
    Filter filter{
        .left = TRY(inside.steps(Until::FilterSide)), .is = Operator::Exists, .right = {}};
    if (!inside.is_next(")")) {
        if (inside.position_ == position_ + 3) {
            return wrong(inside.position_, "nothing stands left of the comparison; write @.name");
        }
        filter.is = TRY(inside.comparison());
        const std::size_t start = inside.position_;
        filter.right = TRY(inside.steps(Until::FilterSide));
        if (inside.position_ == start) {
            return wrong(start, "nothing stands right of the comparison");
        }
    }
    if (!inside.is_next(")")) return wrong(inside.position_, "a filter holds one comparison");
    if (!inside.is_next(")]")) return wrong(inside.position_, "a filter ends with )]");
    position_ = inside.position_ + 2;
    steps.push_back({std::move(filter)});
    return {};
}

Result<Operator> ActionParser::comparison() {
    constexpr std::array known{
        std::pair{std::string_view("=="), Operator::Equal},
        std::pair{std::string_view("!="), Operator::NotEqual},
        std::pair{std::string_view("<"), Operator::Less},
        std::pair{std::string_view("<="), Operator::LessOrEqual},
        std::pair{std::string_view(">"), Operator::Greater},
        std::pair{std::string_view(">="), Operator::GreaterOrEqual},
    };
    const std::size_t start = position_;
    while (position_ < end_ && std::string_view("!<>=").find(text_[position_]) != text_.npos)
        ++position_;
    const auto seen = text_.substr(start, position_ - start);
    for (const auto& [text, meaning] : known) {
        if (text == seen) return meaning;
    }
    return wrong(start, format("\"{}\" is no comparison; use == != < <= > >=", seen));
}

}  // namespace slipway::condition::detail

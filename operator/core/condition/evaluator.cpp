#include "core/condition/evaluator.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/condition/comparison.hpp"

namespace slipway::condition::detail {
namespace {

using nlohmann::json;

Error not_a_list(const json& value, std::string_view use) {
    return {
        ErrorKind::InvalidExpression,
        format("it is {}, no list, and cannot be {}", kind_of(value), use)};
}

struct Bounds {
    std::int64_t first;
    std::int64_t end;
    std::int64_t step;
};

Error out_of_range(std::int64_t index, std::int64_t length) {
    return {ErrorKind::NotFound, format("index {} is out of range of a list of {}", index, length)};
}

/// client-go's arithmetic: negative bounds count from the end; equal bounds select nothing,
/// wherever they are; any other bound outside the list is an error.
Result<Bounds> bounds(const Slice& slice, std::int64_t length) {
    const auto from_start = [&](std::int64_t bound) { return bound < 0 ? bound + length : bound; };
    const std::int64_t first = from_start(slice.first.value_or(0));
    const std::int64_t end = slice.single ? first + 1 : from_start(slice.end.value_or(length));
    const std::int64_t step = slice.step.value_or(1);
    if (first == end) return Bounds{0, 0, 1};
    if (first < 0 || first >= length) return out_of_range(first, length);
    if (end < 0 || end > length) return out_of_range(end - 1, length);
    if (first > end || step <= 0) {
        return Error{
            ErrorKind::InvalidExpression,
            "the slice runs backwards; its start must not be behind its end, its step must be "
            "above 0"};
    }
    return Bounds{first, end, step};
}

}  // namespace

Result<void> Budget::take(std::size_t nodes) {
    if (nodes > left_) {
        return Error{
            ErrorKind::TooLarge,
            "the JSONPath looks at more than 100000 values; write a more specific path"};
    }
    left_ -= nodes;
    return {};
}

Evaluation::Evaluation(const json& document, MissingKeys missing)
    : document_(document), missing_(missing) {}
Evaluation::~Evaluation() = default;

Result<std::vector<Output>> Evaluation::outputs(const Template& what) {
    TRY(run(what.parts, document_));
    return std::move(outputs_);
}

// Recursion over ranges ends at max_nesting, which the parser holds.
Result<void> Evaluation::run(const std::vector<Part>& parts, const json& current) {
    for (const Part& part : parts) {
        TRY(budget_.take(1));
        TRY(std::visit([&](const auto& is) { return run(is, current); }, part.is));
    }
    return {};
}

Result<void> Evaluation::run(const Text& text, const json&) {
    outputs_.push_back({.text = &text.text});
    return {};
}

Result<void> Evaluation::run(const Action& action, const json& current) {
    outputs_.push_back({.values = TRY(apply(action.steps, {&current}))});
    return {};
}

Result<void> Evaluation::run(const Range& range, const json& current) {
    for (const json* value : TRY(apply(range.over, {&current}))) {
        TRY(run(range.body, *value));
    }
    return {};
}

Result<Values> Evaluation::apply(const Steps& steps, Values values) {
    for (const Step& step : steps) {
        const bool looks_at_values = !std::holds_alternative<Literal>(step.is);
        if (looks_at_values) TRY(budget_.take(values.size()));
        values = TRY(std::visit([&](const auto& is) { return apply(is, values); }, step.is));
    }
    return values;
}

Result<Values> Evaluation::apply(const Field& field, const Values& from) {
    Values found;
    for (const json* value : from) {
        if (!value->is_object()) continue;
        const auto entry = value->find(field.key);
        if (entry != value->end()) found.push_back(&*entry);
    }
    // Nothing to look in is no error: an empty list has no field that could be missing.
    if (!found.empty() || from.empty() || missing_ == MissingKeys::Allow) return found;
    return Error{ErrorKind::NotFound, format("\"{}\" is not set", field.key)};
}

Values Evaluation::children(const json& value) {
    Values all;
    if (value.is_structured()) {
        for (const json& child : value)
            all.push_back(&child);
    } else if (value.is_string()) {
        // Go indexes text by bytes; so does client-go's wildcard.
        for (const char byte : value.get_ref<const std::string&>())
            all.push_back(&literals_.emplace_back(static_cast<unsigned char>(byte)));
    }
    return all;
}

Result<Values> Evaluation::apply(const Wildcard&, const Values& from) {
    Values all;
    for (const json* value : from) {
        TRY(budget_.take(
            value->is_string() ? value->get_ref<const std::string&>().size() : value->size()
        ));
        const Values below = children(*value);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

/// In the order of client-go: a value, then what is below it; only what has something below it
/// counts, and to Go text is made of bytes.
Result<Values> Evaluation::apply(const Descent&, const Values& from) {
    Values all;
    Values open(from.rbegin(), from.rend());
    while (!open.empty()) {
        const json* value = open.back();
        open.pop_back();
        TRY(budget_.take(1));
        const bool text = value->is_string() && !value->get_ref<const std::string&>().empty();
        if (text || (value->is_structured() && !value->empty())) all.push_back(value);
        if (!value->is_structured()) continue;
        const Values below = children(*value);
        open.insert(open.end(), below.rbegin(), below.rend());
    }
    return all;
}

Result<Values> Evaluation::apply(const Slice& slice, const Values& from) {
    Values chosen;
    for (const json* value : from) {
        if (value->is_null()) continue;
        if (!value->is_array()) return not_a_list(*value, "indexed");
        const auto [first, end, step] =
            TRY(bounds(slice, static_cast<std::int64_t>(value->size())));
        for (std::int64_t index = first; index < end; index += step)
            chosen.push_back(&(*value)[static_cast<std::size_t>(index)]);
    }
    return chosen;
}

Result<Values> Evaluation::apply(const Union& all, const Values& from) {
    Values chosen;
    for (const Steps& member : all.members) {
        const Values values = TRY(apply(member, from));
        chosen.insert(chosen.end(), values.begin(), values.end());
    }
    return chosen;
}

Result<Values> Evaluation::apply(const Filter& filter, const Values& from) {
    Values chosen;
    for (const json* value : from) {
        if (!value->is_array()) return not_a_list(*value, "filtered");
        for (const json& element : *value) {
            if (TRY(passes(filter, element))) chosen.push_back(&element);
        }
    }
    return chosen;
}

Result<bool> Evaluation::passes(const Filter& filter, const json& element) {
    TRY(budget_.take(1));
    if (filter.is == Operator::Exists) return exists(filter.left, element);
    const Values left = TRY(apply(filter.left, {&element}));
    if (left.empty()) return false;
    const Values right = TRY(apply(filter.right, {&element}));
    if (right.empty()) return false;
    if (left.size() > 1 || right.size() > 1) {
        return Error{
            ErrorKind::InvalidExpression, "a filter can only compare one value with one other"};
    }
    return compare(*left.front(), filter.is, *right.front());
}

Result<bool> Evaluation::exists(const Steps& steps, const json& element) {
    const auto values = apply(steps, {&element});
    if (values) return !values->empty();
    if (values.error().kind == ErrorKind::TooLarge) return values.error();
    return false;
}

Result<Values> Evaluation::apply(const Literal& literal, const Values& from) {
    const json& value = literals_.emplace_back(
        std::visit([](const auto& plain) { return json(plain); }, literal.value)
    );
    // Text stands once, a number or bool once for each value: so it is in client-go.
    const bool once = std::holds_alternative<std::string>(literal.value);
    return Values(once ? 1 : from.size(), &value);
}

}  // namespace slipway::condition::detail

#include "core/condition/requirement.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/condition/comparison.hpp"
#include "core/condition/printer.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::condition {
namespace {

using nlohmann::json;

constexpr std::size_t shown_bytes = 120;

/// Printed text as a reader expects it: quoted, unless it is a bool, a number, a map or a list.
std::string shown_text(const std::string& printed) {
    const bool bare = !json::parse(printed, nullptr, false).is_discarded();
    return bare ? shortened(printed, shown_bytes) : "\"" + shortened(printed, shown_bytes) + "\"";
}

std::string shown(const std::vector<json>& values) {
    std::vector<std::string> texts;
    for (const json& value : values) {
        detail::Budget budget;
        std::string text;
        texts.push_back(detail::print_json(text, value, budget) ? text : "...");
    }
    return shortened(join(texts, ", "), shown_bytes);
}

std::string wanted(const Requirement& requirement) {
    std::string value = shortened(requirement.value, shown_bytes);
    switch (requirement.comparison) {
        case Comparison::Equal: return value;
        case Comparison::NotEqual: return "anything but " + value;
        case Comparison::Less: return "less than " + value;
        case Comparison::LessOrEqual: return "at most " + value;
        case Comparison::Greater: return "more than " + value;
        case Comparison::GreaterOrEqual: return "at least " + value;
        case Comparison::Exists: return "any value";
        case Comparison::PrintsAs: return shown_text(requirement.value);
    }
    return value;
}

detail::Operator operator_of(Comparison comparison) {
    switch (comparison) {
        case Comparison::Equal:
        case Comparison::PrintsAs: return detail::Operator::Equal;
        case Comparison::NotEqual: return detail::Operator::NotEqual;
        case Comparison::Less: return detail::Operator::Less;
        case Comparison::LessOrEqual: return detail::Operator::LessOrEqual;
        case Comparison::Greater: return detail::Operator::Greater;
        case Comparison::GreaterOrEqual: return detail::Operator::GreaterOrEqual;
        case Comparison::Exists: break;
    }
    return detail::Operator::Exists;
}

bool satisfies(const json& value, Comparison comparison, const json& expected) {
    if (comparison == Comparison::Exists) return !value.is_null();
    if (const auto order = detail::order_of(value, expected)) {
        return detail::satisfies(*order, operator_of(comparison));
    }
    if (comparison == Comparison::Equal) return value == expected;
    return comparison == Comparison::NotEqual && value != expected;
}

Verdict not_yet(const Requirement& requirement, std::string_view seen) {
    return {
        false, format("{} {}, waiting for {}", requirement.path.text(), seen, wanted(requirement))};
}

Verdict not_readable(const Requirement& requirement, const Error& error) {
    if (error.kind == ErrorKind::NotFound) return not_yet(requirement, "is not set yet");
    return not_yet(requirement, format("cannot be read ({})", error.message));
}

/// KOTS' way: the text that kubectl would print, byte for byte; what cannot be read prints as
/// nothing.
Verdict check_print(const Requirement& requirement, const Object& live) {
    const auto printed = requirement.path.print(live.document());
    const std::string text = printed ? *printed : "";
    if (text == requirement.value) {
        return {true, format("{} is {}", requirement.path.text(), shown_text(text))};
    }
    if (!printed) return not_readable(requirement, printed.error());
    if (text.empty()) return not_yet(requirement, "is not set yet");
    return not_yet(requirement, "is " + shown_text(text));
}

Verdict check_values(const Requirement& requirement, const Object& live) {
    const auto values = requirement.path.select(live.document(), MissingKeys::Allow);
    if (!values) return not_readable(requirement, values.error());
    if (values->empty()) return not_yet(requirement, "is not set yet");
    const json expected = json::parse(requirement.value, nullptr, /*allow_exceptions=*/false);
    const bool holds = std::all_of(values->begin(), values->end(), [&](const json& value) {
        return satisfies(value, requirement.comparison, expected);
    });
    if (!holds) return not_yet(requirement, "is " + shown(*values));
    return {true, format("{} is {}", requirement.path.text(), shown(*values))};
}

}  // namespace

Verdict check(const Requirement& requirement, const Object& live) {
    if (is_secret(live.id())) {
        return not_yet(requirement, "is not looked at in a Secret");
    }
    if (requirement.comparison == Comparison::PrintsAs) return check_print(requirement, live);
    return check_values(requirement, live);
}

Verdict check_all(const std::vector<Requirement>& requirements, const Object& live) {
    std::vector<std::string> whys;
    for (const Requirement& requirement : requirements) {
        Verdict verdict = check(requirement, live);
        if (!verdict.holds) return verdict;
        whys.push_back(std::move(verdict.why));
    }
    return {true, whys.empty() ? "nothing is waited for" : join(whys, "; ")};
}

}  // namespace slipway::condition

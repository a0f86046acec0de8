#include "core/dialect/rule.hpp"

#include <algorithm>

#include "core/dialect/rules.gen.hpp"

namespace slipway::dialect {

std::string_view word(Severity severity) { return severity == Severity::Info ? "info" : "warning"; }

const std::vector<const Rule*>& all_rules() {
    static const std::vector<const Rule*> sorted = [] {
        std::vector<const Rule*> all(std::begin(rules::all), std::end(rules::all));
        std::ranges::sort(all, {}, [](const Rule* rule) { return rule->id; });
        return all;
    }();
    return sorted;
}

const Rule* find_rule(std::string_view id) {
    const auto& all = all_rules();
    const auto found = std::ranges::find(all, id, [](const Rule* rule) { return rule->id; });
    return found == all.end() ? nullptr : *found;
}

}  // namespace slipway::dialect

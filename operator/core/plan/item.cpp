#include "core/plan/item.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/plan/check.hpp"
#include "core/plan/error_list.hpp"
#include "core/plan/special.hpp"

namespace slipway::plan {
namespace {

bool only_for_tests(const dialect::Hints& hints) {
    return std::all_of(hints.hook->value.begin(), hints.hook->value.end(), [](auto event) {
        return event == dialect::HookEvent::Test;
    });
}

dialect::Finding left_out(const Item& item) {
    return finding_about(
        dialect::rules::test_left_out,
        *item.sourced,
        format("{}: a test is left out", item.hints().hook->by)
    );
}

dialect::Finding excluded(const Item& item) {
    return finding_about(
        dialect::rules::left_out,
        *item.sourced,
        format("{}: it is no part of the release", item.hints().terms->excluded->by)
    );
}

dialect::Finding not_now(const Item& item, Operation operation) {
    return finding_about(
        dialect::rules::not_of_this_operation,
        *item.sourced,
        format(
            "{}: not deployed by this {}",
            item.hints().terms->only_at->by,
            lower_case(word(operation))
        )
    );
}

bool is_hook_at(const dialect::Hints& hints, Operation operation) {
    return hints.hook && !(hints.terms->only_at && hints.terms->only_at->value.contains(operation));
}

bool rests_at(const dialect::Hints& hints, Operation operation) {
    return hints.terms->only_at && !hints.terms->only_at->value.contains(operation);
}

void take_findings(Items& items, dialect::Hints& hints, const SourcePlace& place) {
    for (dialect::Finding& finding : hints.findings) {
        finding.place = place;
        items.findings.push_back(std::move(finding));
    }
    hints.findings.clear();
}

/// Of most objects nothing is said, and hints are large.
std::shared_ptr<const dialect::Hints> nothing_said() {
    static const auto nothing = std::make_shared<const dialect::Hints>();
    return nothing;
}

void sort_in(Items& items, Item&& item, Operation operation) {
    const dialect::Hints& hints = item.hints();
    if (hints.terms->excluded) {
        items.findings.push_back(excluded(item));
    } else if (is_hook_at(hints, operation)) {
        if (only_for_tests(hints)) return items.findings.push_back(left_out(item));
        items.hooks.push_back(std::move(item));
    } else if (rests_at(hints, operation)) {
        items.findings.push_back(not_now(item, operation));
        items.resting.push_back(std::move(item));
    } else {
        items.plain.push_back(std::move(item));
    }
}

Error asks_a_secret(const Item& item, const std::string& said) {
    return in_context(
        item.place(),
        {ErrorKind::InvalidAnnotation,
         format(
             "{}: nothing inside a Secret is looked at, so this would never hold; leave it out to "
             "wait until the Secret is there, or put the condition on the object that uses it",
             said
         )}
    );
}

Error would_lose_data(const Item& item) {
    return in_context(
        item.place(),
        {ErrorKind::InvalidAnnotation,
         format(
             "{}: with a {} goes what is inside of it, so it is never made anew; delete it by hand "
             "where that is meant",
             item.hints().terms->recreate->by,
             item.id().kind.text()
         )}
    );
}

void check_conditions_of(const std::vector<Item>& items, ErrorList& errors) {
    for (const Item& item : items) {
        const dialect::Hints& hints = item.hints();
        if (is_secret(item.id()) && hints.wait_for)
            errors.add(asks_a_secret(item, hints.wait_for->by));
        if (is_secret(item.id()) && hints.terms->fail_when)
            errors.add(asks_a_secret(item, hints.terms->fail_when->by));
        if (hints.terms->recreate && hints.terms->recreate->value != dialect::Recreate::Never &&
            takes_others_along(item.id()))
            errors.add(would_lose_data(item));
    }
}

}  // namespace

Result<Items> read_items(const Content& content, Operation operation) {
    TRY(dialect::check_names(content.dialects));
    Items items;
    ErrorList errors;
    items.plain.reserve(content.objects.size());
    for (std::size_t i = 0; i < content.objects.size(); ++i) {
        const SourcedObject& sourced = content.objects[i];
        Item item{.body = i, .sourced = &sourced, .said = nothing_said()};
        if (dialect::is_spoken_of(sourced.object)) {
            auto hints = dialect::read(sourced.object, content.dialects);
            if (!hints) {
                errors.add(in_context(item.place(), hints.error()));
                continue;
            }
            take_findings(items, *hints, sourced.place);
            item.said = std::make_shared<const dialect::Hints>(std::move(hints).value());
        }
        sort_in(items, std::move(item), operation);
    }
    TRY(errors.result());
    return items;
}

Result<void> check_conditions(const Items& items) {
    ErrorList errors;
    check_conditions_of(items.plain, errors);
    check_conditions_of(items.hooks, errors);
    return errors.result();
}

Unit unit_of(const Item& item, Action action) {
    const dialect::Hints& hints = item.hints();
    return {
        .action = action,
        .id = item.id(),
        .version = item.object().version(),
        .body = item.body,
        .digest = item.sourced->digest,
        .source = item.sourced->place,
        .special = special_of(hints),
        .delete_phase = hints.delete_phase ? hints.delete_phase->value : 0,
        .delete_phase_given = hints.delete_phase.has_value(),
        .keep = hints.keep && hints.keep->value,
        .ttl = ttl_of(item.object()),
    };
}

void add_edge(Unit& unit, Edge edge) {
    const auto known = std::ranges::find(unit.after, edge.unit, &Edge::unit);
    if (known == unit.after.end()) {
        unit.after.push_back(edge);
    } else if (known->until == Until::Applied) {
        known->until = edge.until;
    }
}

}  // namespace slipway::plan

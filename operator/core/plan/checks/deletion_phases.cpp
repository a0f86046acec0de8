/// Deletion phases that ascend as the groups do: what others were built on goes before them.
#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

int group_of(const Item& item) { return item.hints().group ? item.hints().group->value : 0; }

/// By group; of one group, what is deleted last comes last.
std::vector<const Item*> with_phases(const Items& items) {
    std::vector<const Item*> said;
    for (const Item& item : items.plain) {
        if (item.hints().delete_phase) said.push_back(&item);
    }
    std::ranges::stable_sort(said, {}, [](const Item* item) {
        return std::pair(group_of(*item), item->hints().delete_phase->value);
    });
    return said;
}

void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    const auto said = with_phases(checkup.items);
    for (std::size_t i = 0; i + 1 < said.size(); ++i) {
        const Item& one = *said[i];
        const Item& last = *said.back();
        const bool ascends = group_of(one) < group_of(last) &&
                             one.hints().delete_phase->value < last.hints().delete_phase->value;
        if (!ascends) continue;
        findings.push_back(finding_about(
            dialect::rules::deleted_as_created,
            *one.sourced,
            format(
                "{} deletes it before {} ({}), which comes after it",
                one.hints().delete_phase->by,
                last.title(),
                last.hints().delete_phase->by
            )
        ));
    }
}

}  // namespace

extern const Check deletion_phases{.look = look};

}  // namespace slipway::plan::checks

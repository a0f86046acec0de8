#include "core/plan/special.hpp"

#include <utility>

namespace slipway::plan {
namespace {

bool holds(const std::optional<dialect::Said<bool>>& said) { return said && said->value; }

template <class T>
std::optional<T> value_of(const std::optional<dialect::Said<T>>& said) {
    return said ? std::optional(said->value) : std::nullopt;
}

}  // namespace

std::shared_ptr<const Special> special_of(const dialect::Hints& hints) {
    if (!hints.terms.are_said()) return nullptr;
    Special special{
        .timeout = value_of(hints.terms->timeout),
        .no_activity_timeout = value_of(hints.terms->no_activity_timeout),
        .failures_allowed = value_of(hints.terms->failures_allowed),
        .failure_ignored = holds(hints.terms->failure_ignored),
        .recreate = value_of(hints.terms->recreate),
        .conflicts = value_of(hints.terms->conflicts),
        .adopt = holds(hints.terms->adopt),
        .skip_create = holds(hints.terms->skip_create),
        .skip_update = holds(hints.terms->skip_update),
        .replicas_on_creation = value_of(hints.terms->replicas_on_creation),
        .propagation = value_of(hints.terms->propagation).value_or(Propagation::Foreground),
    };
    if (hints.terms->fail_when) special.fail_when = hints.terms->fail_when->value;
    if (hints.terms->deleted_when) special.deleted_when = hints.terms->deleted_when->value;
    return std::make_shared<const Special>(std::move(special));
}

std::shared_ptr<const Special> special_of(const InventoryEntry& entry) {
    if (entry.propagation == Propagation::Foreground && entry.delete_after.empty()) return nullptr;
    Special special{.propagation = entry.propagation, .delete_after = entry.delete_after};
    return std::make_shared<const Special>(std::move(special));
}

std::shared_ptr<const Special> with_delete_after(
    const std::shared_ptr<const Special>& special, std::vector<ObjectId> ids
) {
    if (ids.empty()) return special;
    Special more = special ? *special : Special();
    more.delete_after = std::move(ids);
    return std::make_shared<const Special>(std::move(more));
}

}  // namespace slipway::plan

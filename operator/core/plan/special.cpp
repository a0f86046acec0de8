#include "core/plan/special.hpp"

#include <utility>

namespace slipway::plan {
namespace {

bool holds(const std::optional<dialect::Said<bool>>& said) { return said && said->value; }

template <class T>
std::optional<T> value_of(const std::optional<dialect::Said<T>>& said) {
    return said ? std::optional(said->value) : std::nullopt;
}

bool asks_for_any(const dialect::Hints& hints) {
    return hints.fail_when || hints.timeout || hints.no_activity_timeout ||
           hints.failures_allowed || hints.failure_ignored || hints.recreate ||
           hints.deleted_when || hints.conflicts || hints.adopt || hints.skip_create ||
           hints.skip_update || hints.replicas_on_creation || hints.propagation;
}

}  // namespace

std::shared_ptr<const Special> special_of(const dialect::Hints& hints) {
    if (!asks_for_any(hints)) return nullptr;
    Special special{
        .timeout = value_of(hints.timeout),
        .no_activity_timeout = value_of(hints.no_activity_timeout),
        .failures_allowed = value_of(hints.failures_allowed),
        .failure_ignored = holds(hints.failure_ignored),
        .recreate = value_of(hints.recreate),
        .conflicts = value_of(hints.conflicts),
        .adopt = holds(hints.adopt),
        .skip_create = holds(hints.skip_create),
        .skip_update = holds(hints.skip_update),
        .replicas_on_creation = value_of(hints.replicas_on_creation),
        .propagation = value_of(hints.propagation).value_or(Propagation::Foreground),
    };
    if (hints.fail_when) special.fail_when = hints.fail_when->value;
    if (hints.deleted_when) special.deleted_when = hints.deleted_when->value;
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

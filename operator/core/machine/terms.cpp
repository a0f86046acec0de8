#include "core/machine/terms.hpp"

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::machine {

using dialect::Recreate;

Recreate recreation_of(const plan::Unit& unit) {
    if (unit.special && unit.special->recreate) return *unit.special->recreate;
    return is_job(unit.id) ? Recreate::Immutable : Recreate::Never;
}

ConflictMode conflicts_of(const World& world, const plan::Unit& unit) {
    const bool of_its_own = unit.special && unit.special->conflicts;
    return of_its_own ? *unit.special->conflicts : world.release.spec.conflicts;
}

bool ignores_failure(const plan::Unit& unit) {
    return unit.special && unit.special->failure_ignored;
}

bool is_left_alone(const UnitView& view) {
    if (!view.unit.special || !view.is_seen()) return false;
    return view.seen->is_present() ? view.unit.special->skip_update
                                   : view.unit.special->skip_create;
}

bool is_adopted_by_wish(const World& world, const UnitView& view) {
    if (!view.unit.special || !view.unit.special->adopt) return false;
    const Observation& seen = *view.seen;
    // What a Release adopted keeps the marks of the tool that had it before.
    const bool of_no_other = seen.release.empty() || seen.release == world.release.key();
    return of_no_other && !seen.owner.text.empty() &&
           claim(world, view.unit.id, seen) == Claim::Foreign;
}

bool is_out_of_bounds(const World& world, const UnitView& view) {
    if (view.seen == nullptr || !view.seen->is_present()) return false;
    // A hook is never left alone: it runs.
    if (view.unit.action == plan::Action::Apply && is_left_alone(view)) return false;
    return claim(world, view.unit.id, *view.seen) == Claim::Foreign &&
           !is_adopted_by_wish(world, view);
}

std::string revision_mark(const World& world, const plan::Unit& unit) {
    const Revision* revision = world.ledger.newest();
    if (revision == nullptr || recreation_of(unit) != Recreate::EachRevision) return {};
    return format("{}/{}", world.release.uid, revision->number);
}

std::string completion_mark(const World& world, const plan::Unit& unit) {
    const std::string revision = revision_mark(world, unit);
    const std::string digest(unit.digest);
    return revision.empty() ? digest : digest + " of " + revision;
}

}  // namespace slipway::machine

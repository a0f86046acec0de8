#include "core/machine/ownership.hpp"

#include "core/base/text.hpp"

namespace slipway::machine {
namespace {

bool carries_our_marks(const World& world, const Observation& seen) {
    return seen.release_uid == world.release.uid && seen.release == world.release.key();
}

}  // namespace

Claim claim(const World& world, const ObjectId& id, const Observation& seen) {
    if (!seen.is_present()) return Claim::Free;
    const auto entry = world.ledger.inventory.find(id);
    const bool listed = entry != world.ledger.inventory.end();
    if (listed && !entry->second.uid.empty() && entry->second.uid == seen.uid) return Claim::Ours;
    if (carries_our_marks(world, seen)) return Claim::Ours;
    if (!seen.owner.text.empty()) return Claim::Foreign;
    if (!seen.release.empty() && seen.release != world.release.key()) return Claim::Foreign;
    return Claim::Nobodys;
}

bool is_left_by_predecessor(const World& world, const Observation& seen) {
    return seen.is_present() && seen.release == world.release.key() && !seen.release_uid.empty() &&
           seen.release_uid != world.release.uid;
}

Error owned_by_another(const ObjectId& id, const Observation& seen) {
    const bool of_a_tool = !seen.owner.text.empty() && seen.release.empty();
    const std::string owner =
        of_a_tool ? std::string(seen.owner.text) : "Release " + std::string(seen.release);
    return {
        ErrorKind::OwnedByAnother,
        format(
            "{} exists and belongs to {}; it was not touched. Remove it from one of the two{} or "
            "rename it",
            id.title(),
            owner,
            of_a_tool ? ", take it over with the annotation slipway.dev/adopt: \"true\"," : ","
        )};
}

}  // namespace slipway::machine

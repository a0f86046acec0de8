#include "core/machine/hook_run.hpp"

#include "core/base/text.hpp"

namespace slipway::machine {

HookRun* newest_run(Ledger& ledger, const plan::Unit& unit) {
    for (auto run = ledger.runs.rbegin(); run != ledger.runs.rend(); ++run) {
        if (run->event == dialect::word(unit.hook->event) && run->place == unit.hook->place) {
            return &*run;
        }
    }
    return nullptr;
}

const HookRun* newest_run(const Ledger& ledger, const plan::Unit& unit) {
    return newest_run(const_cast<Ledger&>(ledger), unit);
}

std::string marker_of(const World& world, const plan::Unit& unit, int attempt) {
    const Revision* revision = world.ledger.newest();
    return format(
        "{}/{}/{}/{}/{}",
        world.release.uid,
        revision == nullptr ? 0 : revision->number,
        dialect::word(unit.hook->event),
        unit.hook->place,
        attempt
    );
}

bool needs_new_run(const Ledger& ledger, const HookRun* run) {
    return run == nullptr || (run->state == RunState::Failed && run->attempt < ledger.attempt);
}

std::vector<ObjectId> left_by_hooks(const Ledger& ledger) {
    std::vector<ObjectId> left = ledger.kept;
    for (const HookRun& run : ledger.runs) {
        if (run.state == RunState::Intended) continue;
        std::erase(left, run.object);
        if (!run.deleted) left.push_back(run.object);
    }
    return left;
}

bool is_of(const HookRun& run, const Observation& seen) {
    return run.uid.empty() ? seen.run == run.marker : seen.uid == run.uid;
}

HookRun intended_run(const World& world, const plan::Unit& unit) {
    return {
        .event = std::string(dialect::word(unit.hook->event)),
        .place = unit.hook->place,
        .attempt = world.ledger.attempt,
        .object = unit.id,
        .version = unit.version,
        .marker = marker_of(world, unit, world.ledger.attempt),
        .started_at = world.now,
    };
}

}  // namespace slipway::machine

#include "core/machine/judgement.hpp"

#include "core/base/text.hpp"

namespace slipway::machine {
namespace {

using namespace std::chrono_literals;

Duration backoff_after(int count) {
    constexpr Duration longest = 10s;
    Duration pause = 100ms;
    for (int i = 1; i < count && pause < longest; ++i)
        pause *= 2;
    return std::min(pause, longest);
}

/// A kind that is Established may still answer 404 for a while (kubernetes#62725), an account's
/// rights may arrive a moment after the account: such refusals are repeated for this long.
constexpr int patience_with_unknown_kind = 10;

bool may_mend_itself(const Refusal& refusal) {
    if (is_transient(refusal.error.kind)) return true;
    return refusal.error.kind == ErrorKind::UnknownKind &&
           refusal.count < patience_with_unknown_kind;
}

}  // namespace

Judgement judge(const World& world, const UnitView& view) {
    switch (view.unit.action) {
        case plan::Action::Apply: return judge_apply(world, view);
        case plan::Action::RunHook: return judge_hook(world, view);
        case plan::Action::Delete: return judge_delete(world, view);
        case plan::Action::Await: return judge_await(world, view);
    }
    return {};
}

void advance(Draft& draft, const UnitView& view, const Judgement& judgement) {
    switch (view.unit.action) {
        case plan::Action::Apply: return advance_apply(draft, view, judgement);
        case plan::Action::RunHook: return advance_hook(draft, view, judgement);
        case plan::Action::Delete: return advance_delete(draft, view, judgement);
        case plan::Action::Await: return advance_await(draft, view, judgement);
    }
}

bool backs_off(Draft& draft, const Refusal* refusal) {
    if (refusal == nullptr) return false;
    const Duration asked = refusal->error.retry_after.value_or(Duration{0});
    const Time next = refusal->at + std::max(backoff_after(refusal->count), asked);
    if (draft.world().now >= next) return false;
    draft.look_again_at(next);
    return true;
}

std::optional<Error> final_refusal(const ObjectId& id, const Refusal* refusal) {
    if (refusal == nullptr || may_mend_itself(*refusal)) return std::nullopt;
    return in_context(id.title(), refusal->error);
}

}  // namespace slipway::machine

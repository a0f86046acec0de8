#include "core/machine/judgement.hpp"

namespace slipway::machine {
namespace {

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

std::optional<Error> final_refusal(const ObjectId& id, const Refusal* refusal) {
    if (refusal == nullptr || may_mend_itself(*refusal)) return std::nullopt;
    return in_context(id.title(), refusal->error);
}

}  // namespace slipway::machine

#include "core/machine/draft.hpp"

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

}  // namespace

bool Draft::backs_off(const Refusal& refusal) {
    const Duration asked = refusal.error.retry_after.value_or(Duration{0});
    const Time next = refusal.at + std::max(backoff_after(refusal.count), asked);
    if (world_.now >= next) return false;
    look_again_at(next);
    return true;
}

bool Draft::backs_off(const ObjectId& id) {
    const Refusal* refused = refusal_of(world_, id);
    return refused != nullptr && backs_off(*refused);
}

}  // namespace slipway::machine

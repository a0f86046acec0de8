#include "core/machine/draft.hpp"

#include <map>

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

/// Of "Job/migrate: 0/1 completions": what it is, whatever it lacks by now.
std::string subject_of(const std::string& waiting) { return waiting.substr(0, waiting.find(':')); }

}  // namespace

std::vector<std::string> Draft::waiting_for() const {
    std::map<std::string, std::size_t> places;
    for (const std::string& before : world_.release.status.waiting_for)
        places.emplace(subject_of(before), places.size());
    const auto place_of = [&](const std::string& waiting) {
        const auto found = places.find(subject_of(waiting));
        return found == places.end() ? places.size() : found->second;
    };
    auto sorted = waiting_for_;
    std::stable_sort(sorted.begin(), sorted.end(), [&](const auto& left, const auto& right) {
        return place_of(left) < place_of(right);
    });
    return sorted;
}

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

#include "core/machine/draft.hpp"

#include <map>

namespace slipway::machine {
namespace {

using namespace std::chrono_literals;

constexpr Duration usually_longest = 10s;

Duration backoff_after(int count, Duration longest) {
    Duration pause = 100ms;
    for (int i = 1; i < count && pause < longest; ++i)
        pause *= 2;
    return std::min(pause, longest);
}

/// What the status tells of: nobody reads more.
constexpr std::size_t longest_list = 20;

/// Of "Job/migrate: 0/1 completions": what it is, whatever it lacks by now.
std::string_view subject_of(std::string_view waiting) {
    return waiting.substr(0, waiting.find(':'));
}

}  // namespace

std::vector<std::string> Draft::waiting_for() const {
    std::map<std::string_view, std::size_t> places;
    for (const std::string& before : world_.release.status.waiting_for)
        places.emplace(subject_of(before), places.size());
    std::multimap<std::size_t, const std::string*> sorted;
    for (const std::string& waiting : waiting_for_) {
        const auto before = places.find(subject_of(waiting));
        const bool is_new = before == places.end();
        if (is_new && sorted.size() >= longest_list + places.size()) continue;
        sorted.emplace(is_new ? places.size() : before->second, &waiting);
    }
    std::vector<std::string> longest;
    for (const auto& [place, waiting] : sorted) {
        if (longest.size() < longest_list) longest.push_back(*waiting);
    }
    return longest;
}

Duration Draft::longest_pause(const Refusal& refusal) {
    if (refusal.error.kind != ErrorKind::WebhookUnavailable) return usually_longest;
    constexpr Duration apart = 10ms;
    constexpr Duration shortest = 2s;
    if (!waiting_for_webhooks_) {
        waiting_for_webhooks_ = std::ranges::count_if(world_.refusals, [](const auto& refused) {
            return refused.second.error.kind == ErrorKind::WebhookUnavailable;
        });
    }
    return std::clamp<Duration>(apart * *waiting_for_webhooks_, shortest, usually_longest);
}

bool Draft::backs_off(const Refusal& refusal) {
    const Duration asked = refusal.error.retry_after.value_or(Duration{0});
    const Duration pause = backoff_after(refusal.count, longest_pause(refusal));
    const Time next = refusal.at + std::max(pause, asked);
    if (world_.now >= next) return false;
    look_again_at(next);
    return true;
}

bool Draft::backs_off(const ObjectId& id) {
    const Refusal* refused = refusal_of(world_, id);
    return refused != nullptr && backs_off(*refused);
}

}  // namespace slipway::machine

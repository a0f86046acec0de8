#include "core/readiness/verdicts.hpp"

#include "core/base/text.hpp"

namespace slipway::readiness {
namespace {

constexpr std::size_t shown_bytes = 300;

}  // namespace

Readiness ready(std::string why) { return {State::Ready, std::move(why)}; }
Readiness progressing(std::string why) { return {State::Progressing, std::move(why)}; }
Readiness failed(std::string why) { return {State::Failed, std::move(why)}; }

std::string explained(const Condition& condition) {
    const std::string message = shortened(condition.message, shown_bytes);
    if (condition.reason.empty() && message.empty()) {
        return format("{} is {}", condition.type, condition.status);
    }
    if (condition.reason.empty() || message.empty()) return condition.reason + message;
    return condition.reason + ": " + message;
}

std::optional<Readiness> short_of(std::int64_t count, std::int64_t wanted, const char* what) {
    if (count >= wanted) return std::nullopt;
    return progressing(format("{}/{} replicas {}", count, wanted, what));
}

std::int64_t counted(const Object& live, const char* pointer) { return live.integer(pointer, 0); }

std::int64_t wanted_replicas(const Object& live) { return live.integer("/spec/replicas", 1); }

Readiness assess_replicas(const Object& live) {
    const std::int64_t wanted = wanted_replicas(live);
    const std::int64_t existing = counted(live, "/status/replicas");
    if (const auto failure = live.condition("ReplicaFailure"); failure && failure->is_true()) {
        return progressing(
            format("{}/{} replicas created; {}", existing, wanted, explained(*failure))
        );
    }
    if (auto few = short_of(existing, wanted, "created")) return *few;
    const std::int64_t running = counted(live, "/status/readyReplicas");
    if (auto few = short_of(running, wanted, "ready")) return *few;
    if (const auto few =
            short_of(counted(live, "/status/availableReplicas"), wanted, "available")) {
        return *few;
    }
    if (existing > wanted) {
        return progressing(format("{} replicas exist where {} are wanted", existing, wanted));
    }
    return ready(format("{}/{} replicas ready", running, wanted));
}

}  // namespace slipway::readiness

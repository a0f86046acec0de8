#include "edge/cluster/lease.hpp"

#include <utility>

#include "core/kubeapi/answer.hpp"
#include "core/kubeapi/verbs.hpp"
#include "edge/cluster/lease_object.hpp"

namespace slipway::cluster {
namespace {

constexpr auto manager = "slipway";

}  // namespace

LeaseCandidate::LeaseCandidate(
    http::Client& client, const ports::Clock& clock, WriteGate& gate, LeaseSettings settings
)
    : client_(client), clock_(clock), gate_(gate), settings_(std::move(settings)) {}

kubeapi::Asked LeaseCandidate::asked() const {
    return {
        .kind = lease_kind(),
        .id = {
            .group = lease_kind().group,
            .kind = lease_kind().kind,
            .in_namespace = settings_.in_namespace,
            .name = settings_.name}};
}

Result<Object> LeaseCandidate::ask(const kubeapi::Request& request) {
    const auto answer = TRY(client_.send_apart(request, settings_.renew_deadline / 4).get());
    if (!answer.is_success()) return kubeapi::error_of(answer, asked());
    return kubeapi::read_object(answer.body, lease_kind());
}

Result<void> LeaseCandidate::attempt() {
    if (!held_) return look_and_take();
    auto renewed = take(held_, clock_.now());
    if (renewed) return renewed;
    const auto kind = renewed.error().kind;
    // Somebody wrote it: perhaps we ourselves, by a request whose answer was lost.
    if (kind == ErrorKind::Conflict || kind == ErrorKind::NotFound) return look_and_take();
    return renewed;
}

Result<void> LeaseCandidate::look_and_take() {
    held_.reset();
    // The answer may be as old as the moment before it was asked for.
    const Time looked_at = clock_.now();
    auto lease = ask(kubeapi::get(lease_kind(), asked().id));
    if (!lease && lease.error().kind == ErrorKind::NotFound) return take({}, clock_.now());
    if (!lease) return lease.error();
    const auto holder = holder_of(*lease);
    if (holder.empty() || holder == settings_.identity || has_expired(*lease, looked_at)) {
        return take(*lease, clock_.now());
    }
    gate_.close();
    return {};
}

bool LeaseCandidate::has_expired(const Object& lease, Time looked_at) {
    if (observed_.version != lease.resource_version()) {
        observed_ = {.version = lease.resource_version(), .since = clock_.now()};
        return false;
    }
    return looked_at - observed_.since >= duration_of(lease, settings_.duration);
}

Result<void> LeaseCandidate::take(const std::optional<Object>& before, Time started) {
    const Claim claim{
        .identity = settings_.identity, .duration = settings_.duration, .now = started};
    if (before) {
        return hold(
            ask(kubeapi::replace(lease_kind(), claimed(*before, claim), {.field_manager = manager})
            ),
            started
        );
    }
    const Object lease = new_lease(settings_.in_namespace, settings_.name, claim);
    return hold(ask(kubeapi::create(lease_kind(), lease, {.field_manager = manager})), started);
}

Result<void> LeaseCandidate::hold(Result<Object> answer, Time started) {
    if (!answer) return answer.error();
    held_ = std::move(answer).value();
    gate_.open_until(started + settings_.duration - settings_.margin);
    return {};
}

Result<void> LeaseCandidate::release() {
    gate_.close();
    const auto held = std::exchange(held_, std::nullopt);
    if (!held) return {};
    // Whoever looks next need not wait: nobody holds it.
    const Claim nobody{.identity = "", .duration = std::chrono::seconds(1), .now = clock_.now()};
    TRY(ask(kubeapi::replace(lease_kind(), claimed(*held, nobody), {.field_manager = manager})));
    return {};
}

}  // namespace slipway::cluster

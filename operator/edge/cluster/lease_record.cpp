#include "edge/cluster/lease_record.hpp"

#include <nlohmann/json.hpp>

namespace slipway::cluster {

LeaseRecord read_lease(const Object& lease) {
    return {
        .holder = lease.text("/spec/holderIdentity"),
        .duration = std::chrono::seconds(lease.integer("/spec/leaseDurationSeconds", 0)),
        .renew_time = lease.text("/spec/renewTime"),
        .acquire_time = lease.text("/spec/acquireTime"),
        .transitions = static_cast<int>(lease.integer("/spec/leaseTransitions", 0)),
        .resource_version = lease.resource_version(),
    };
}

nlohmann::json lease_spec(
    const LeaseRecord& before, const std::string& holder, Duration duration, Time now
) {
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(duration).count();
    const bool changes_hands = !holder.empty() && before.holder != holder;
    const bool has_acquired = !before.acquire_time.empty() && !changes_hands;
    return {
        {"holderIdentity", holder},
        {"leaseDurationSeconds", std::max<std::int64_t>(seconds, 1)},
        {"acquireTime", has_acquired ? before.acquire_time : to_micro_text(now)},
        {"renewTime", to_micro_text(now)},
        {"leaseTransitions", before.transitions + (changes_hands ? 1 : 0)},
    };
}

void LeaseSighting::see(const LeaseRecord& record, Time now) {
    const bool same = record_ && record_->resource_version == record.resource_version;
    if (!same) unchanged_since_ = now;
    record_ = record;
}

bool LeaseSighting::is_free_for(const std::string& candidate, Time now) const {
    if (!record_ || record_->holder.empty() || record_->holder == candidate) return true;
    return now >= unchanged_since_ + record_->duration;
}

}  // namespace slipway::cluster

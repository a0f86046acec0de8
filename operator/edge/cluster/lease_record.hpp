/// The Lease as values: who holds it, and whether somebody else may take it.
///
/// A foreign lease is judged by our own clock alone: it has expired when we saw no change of it for
/// the whole of its duration (as client-go's leader election does: clocks of machines differ).
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/base/time.hpp"
#include "core/model/object.hpp"

namespace slipway::cluster {

struct LeaseRecord {
    std::string holder{};  ///< "" where nobody holds it.
    Duration duration{};
    std::string renew_time{};
    std::string acquire_time{};
    int transitions = 0;
    std::string resource_version{};
};

LeaseRecord read_lease(const Object& lease);

/// The `.spec` of a lease that `holder` holds from `now` on; "" gives it up.
nlohmann::json lease_spec(
    const LeaseRecord& before, const std::string& holder, Duration duration, Time now
);

/// What we saw of the lease, and since when it has not changed.
class LeaseSighting {
public:
    void see(const LeaseRecord& record, Time now);
    /// True where `candidate` may write its name into it at `now`.
    bool is_free_for(const std::string& candidate, Time now) const;
    const std::optional<LeaseRecord>& record() const { return record_; }

private:
    std::optional<LeaseRecord> record_;
    Time unchanged_since_{};
};

}  // namespace slipway::cluster

/// The words that rules share. Of this room only.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/model/object.hpp"
#include "core/readiness/readiness.hpp"

namespace slipway::readiness {

Readiness ready(std::string why);
Readiness progressing(std::string why);
Readiness failed(std::string why);

/// "FailedCreate: quota exceeded"; the type and status where the condition gives no reason.
std::string explained(const Condition& condition);

/// Progressing with "1/3 replicas <what>" where `count` is short of `wanted`.
std::optional<Readiness> short_of(std::int64_t count, std::int64_t wanted, const char* what);

/// `.status.<field>` as a number of replicas; 0 where the controller wrote none.
std::int64_t counted(const Object& live, const char* pointer);

/// `.spec.replicas`, 1 where there is none, as the API server defaults it.
std::int64_t wanted_replicas(const Object& live);

/// What ReplicaSet and ReplicationController share: created, ready, available, and none too many.
Readiness assess_replicas(const Object& live);

}  // namespace slipway::readiness

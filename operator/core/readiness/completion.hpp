/// How what runs once ends. Of this room only.
#pragma once

#include <optional>

#include "core/readiness/readiness.hpp"

namespace slipway::readiness {

/// Ready or Failed once the Job's controller has said Complete or Failed; nothing before. A Job
/// that failed stays Progressing while its pods follow: a verdict of a hook is written down for
/// good.
std::optional<Readiness> job_outcome(const Evidence& evidence);

/// Ready or Failed once the Pod Succeeded or Failed; nothing before.
std::optional<Readiness> pod_outcome(const Object& pod);

}  // namespace slipway::readiness

#include "core/base/text.hpp"
#include "core/readiness/completion.hpp"
#include "core/readiness/pods.hpp"
#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

std::string progress_of(const Object& job) {
    if (!job.has("/status/startTime")) return "has not started yet";
    // Without completions (a work queue) one success is enough for the pods to wind down.
    const std::int64_t wanted = job.integer("/spec/completions", 1);
    const std::int64_t broken = counted(job, "/status/failed");
    std::string text = format("{}/{} completions", counted(job, "/status/succeeded"), wanted);
    return broken == 0 ? text : text + format(", {} pods failed", broken);
}

/// Running is not ready: what comes after a Job needs what the Job did.
Readiness assess_job(const Evidence& evidence) {
    const Object& job = evidence.live;
    if (auto outcome = job_outcome(evidence)) return *outcome;
    if (job.boolean("/spec/suspend", false)) {
        return progressing("is suspended and cannot complete; set spec.suspend to false");
    }
    // Restarts are the Job's own to count: its backoffLimit says when they are too many.
    return with_pods(progressing(progress_of(job)), evidence, CrashLoops::AreCounted);
}

}  // namespace

extern const Rule batch_job{
    .group = "batch",
    .kind = "Job",
    .looks_at_pods = true,
    .runs_to_completion = true,
    .assess = assess_job};

}  // namespace slipway::readiness::rules

#include "core/readiness/verdicts.hpp"

namespace slipway::readiness::rules {
namespace {

Readiness assess_cron_job(const Evidence& evidence) {
    if (evidence.live.boolean("/spec/suspend", false)) return ready("stored, and suspended");
    return ready("stored; it runs on its schedule");
}

}  // namespace

extern const Rule batch_cron_job{.group = "batch", .kind = "CronJob", .assess = assess_cron_job};

}  // namespace slipway::readiness::rules

/// Jobs that are deleted sooner than a tool that polls would see their end.
#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

constexpr int short_ttl_seconds = 30;

void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    for (const Stage& stage : checkup.plan.stages) {
        for (const Unit& unit : stage.units) {
            if (!unit.body || !unit.ttl || *unit.ttl > short_ttl_seconds) continue;
            findings.push_back(finding_about(
                dialect::rules::ttl_outruns_tracking,
                checkup.content.objects[*unit.body],
                format(
                    "ttlSecondsAfterFinished is {}: the Job may be gone before its end was seen",
                    *unit.ttl
                )
            ));
        }
    }
}

}  // namespace

extern const Check short_ttl{.look = look};

}  // namespace slipway::plan::checks

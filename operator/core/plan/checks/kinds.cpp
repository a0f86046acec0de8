/// Kinds whose objects do not behave as their name makes one think.
#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

void look_at_name(const SourcedObject& sourced, std::vector<dialect::Finding>& findings) {
    const ObjectId& id = sourced.object.id();
    const KindCatalog& own = KindCatalog::built_in();
    if (install_rank(id.kind) == install_rank("") || own.find(id.group_kind()) != nullptr) return;
    if (own.find_resource(id.kind.text()) == nullptr) return;
    findings.push_back(finding_about(
        dialect::rules::kind_with_a_known_name,
        sourced,
        format("{} stands where Kubernetes' own {} stands", id.group_kind().text(), id.kind.text())
    ));
}

void look_at_pause(const SourcedObject& sourced, std::vector<dialect::Finding>& findings) {
    const Object& object = sourced.object;
    const bool pauses = object.group() == "apps" && object.kind() == "Deployment" &&
                        object.boolean("/spec/paused", false);
    if (!pauses) return;
    findings.push_back(finding_about(
        dialect::rules::paused_workload, sourced, "spec.paused is true: it counts as ready at once"
    ));
}

void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    for (const SourcedObject& sourced : checkup.content.objects) {
        look_at_name(sourced, findings);
        look_at_pause(sourced, findings);
    }
}

}  // namespace

extern const Check kinds{.look = look};

}  // namespace slipway::plan::checks

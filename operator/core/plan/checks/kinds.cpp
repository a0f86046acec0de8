/// Kinds whose objects do not behave as their name makes one think.
#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

/// Of another group than Kubernetes' kind of this name.
bool misleading(const GroupKind& kind) {
    const KindCatalog& own = KindCatalog::built_in();
    return install_rank(kind.kind) != install_rank("") && own.find(kind) == nullptr &&
           own.find_resource(kind.kind.text()) != nullptr;
}

/// Objects of one kind mostly stand together.
void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    GroupKind before{};
    bool misleads = false;
    for (const SourcedObject& sourced : checkup.content.objects) {
        const GroupKind kind = sourced.object.id().group_kind();
        if (kind != before) misleads = misleading(kind);
        before = kind;
        if (!misleads) continue;
        findings.push_back(finding_about(
            dialect::rules::kind_with_a_known_name,
            sourced,
            format("{} stands where Kubernetes' own {} stands", kind.text(), kind.kind.text())
        ));
    }
}

}  // namespace

extern const Check kinds{.look = look};

}  // namespace slipway::plan::checks

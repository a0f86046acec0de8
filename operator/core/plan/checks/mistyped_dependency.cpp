/// External dependencies whose type nobody knows, and that is nearly one that everybody knows.
#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"
#include "core/dialect/spelling.hpp"
#include "core/plan/check.hpp"

namespace slipway::plan::checks {
namespace {

std::vector<std::string> known_types(const KindCatalog& kinds) {
    std::vector<std::string> names;
    for (const auto& [id, kind] : kinds)
        names.push_back(lower_case(kind.kind));
    return names;
}

/// One letter: another kind may well be two letters away from one of Kubernetes'.
constexpr std::size_t most_letters = 1;

void look_at(const Checkup& checkup, const Item& item, std::vector<dialect::Finding>& findings) {
    for (const auto& dependency : item.hints().external_dependencies) {
        if (checkup.frame.kinds.find_resource(dependency.resource) != nullptr) continue;
        const auto known = known_types(checkup.frame.kinds);
        const std::string type = lower_case(dependency.resource);
        const auto meant = dialect::nearest(type, {known.begin(), known.end()}, most_letters);
        if (!meant) continue;
        findings.push_back(finding_about(
            dialect::rules::mistyped_dependency,
            *item.sourced,
            format("{}: \"{}\" looks misspelt; did you mean {}?", dependency.by, type, *meant)
        ));
    }
}

void look(const Checkup& checkup, std::vector<dialect::Finding>& findings) {
    for (const auto* items : {&checkup.items.plain, &checkup.items.hooks}) {
        for (const Item& item : *items)
            look_at(checkup, item, findings);
    }
}

}  // namespace

extern const Check mistyped_dependency{.look = look};

}  // namespace slipway::plan::checks

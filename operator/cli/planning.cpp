#include "cli/planning.hpp"

#include <algorithm>
#include <map>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"

namespace slipway::cli {
namespace {

plan::Content content_of(const Release& release, std::vector<SourcedObject> objects) {
    return {
        .release_name = release.name,
        .release_namespace = release.in_namespace,
        .target_namespace = release.target_namespace(),
        .dialects = release.spec.dialects,
        .objects = std::move(objects),
    };
}

dialect::Finding taken_for_namespaced(const SourcedObject& sourced) {
    const ObjectId& id = sourced.object.id();
    return {
        .rule = &dialect::rules::kind_not_known_here,
        .message = format(
            "{} is known neither to Kubernetes nor to these manifests, and is taken for a "
            "namespaced kind",
            id.group_kind().text()
        ),
        .object = id.title(),
        .place = sourced.place,
    };
}

/// Only the cluster knows them.
void assume_unknown_kinds(plan::Content& content, KindCatalog& kinds) {
    for (const Kind& kind : plan::unknown_kinds(content, kinds)) {
        if (kinds.find(kind.group_kind()) != nullptr) continue;
        const auto first =
            std::ranges::find(content.objects, kind.group_kind(), [](const auto& one) {
                return one.object.id().group_kind();
            });
        content.findings.push_back(taken_for_namespaced(*first));
        kinds.add(kind);
    }
}

Result<plan::Content> resolved_content(
    const Release& release, const std::vector<manifest::NamedText>& texts, KindCatalog& kinds
) {
    auto content = content_of(release, TRY(manifest::read_sources(texts)));
    assume_unknown_kinds(content, kinds);
    return plan::resolve(std::move(content), kinds);
}

/// What stands in the cluster once `texts` were deployed.
Result<Inventory> deployed(
    const Release& release, const std::vector<manifest::NamedText>& texts, KindCatalog kinds
) {
    if (texts.empty()) return Inventory{};
    const auto content = TRY(resolved_content(release, texts, kinds));
    auto settings = plan::settings_of(release.spec);
    settings.strict = false;
    const auto plan = TRY(plan::compile(content, kinds, Operation::Install, settings, {}));
    return plan::inventory_after(plan);
}

/// Types of external dependencies, which the operator looks up when their stage comes.
void tell_unknown_types(plan::Plan& plan) {
    for (const plan::Stage& stage : plan.stages) {
        for (const plan::Unit& unit : stage.units) {
            if (unit.resource.empty()) continue;
            plan.findings.push_back({
                .rule = &dialect::rules::dependency_not_known_here,
                .message = format("{}: no kind is called {} here", unit.why.text(), unit.resource.text()),
                .object = unit.id.title(),
                .place = unit.source,
            });
        }
    }
}

/// As a reader meets them: in the order of the objects.
void sort_as_written(std::vector<dialect::Finding>& findings, const plan::Content& content) {
    std::map<SourcePlace, std::size_t> order;
    for (std::size_t at = 0; at < content.objects.size(); ++at)
        order.emplace(content.objects[at].place, at);
    std::ranges::stable_sort(findings, {}, [&](const dialect::Finding& finding) {
        const auto found = order.find(finding.place);
        return found == order.end() ? order.size() : found->second;
    });
}

}  // namespace

Result<Planned> make_plan(const Input& input) {
    Planned planned{.release = input.release, .kinds = KindCatalog::built_in()};
    planned.content = TRY(resolved_content(input.release, input.texts, planned.kinds));
    const bool deletes = input.operation == Operation::Delete;
    const auto inventory =
        TRY(deployed(input.release, deletes ? input.texts : input.texts_before, planned.kinds));
    const auto settings = plan::settings_of(input.release.spec);
    planned.plan = TRY(
        deletes
            ? plan::compile_deletion(planned.content, planned.kinds, settings, inventory)
            : plan::compile(planned.content, planned.kinds, input.operation, settings, inventory)
    );
    tell_unknown_types(planned.plan);
    sort_as_written(planned.plan.findings, planned.content);
    return planned;
}

Result<Planned> plan_of(const InputOptions& options, const Call& call) {
    return make_plan(TRY(read_input(options, call)));
}

}  // namespace slipway::cli

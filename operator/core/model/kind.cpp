#include "core/model/kind.hpp"

#include <algorithm>
#include <tuple>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/built_in_kinds.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/model/json_fields.hpp"

namespace slipway {
namespace {

using nlohmann::json;

/// "v1", "v1beta2": how Kubernetes writes versions.
bool is_version(std::string_view text) {
    if (text.size() < 2 || text[0] != 'v') return false;
    text.remove_prefix(1);
    const auto digits = std::min(text.find_first_not_of("0123456789"), text.size());
    if (digits == 0) return false;
    text.remove_prefix(digits);
    for (const std::string_view stage : {"alpha", "beta"}) {
        if (text.substr(0, stage.size()) != stage) continue;
        text.remove_prefix(stage.size());
        return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    }
    return text.empty();
}

struct TypeArgument {
    std::string type{};                  ///< Lower case.
    std::optional<std::string> group{};  ///< Nothing where it was not given.
};

TypeArgument parsed(std::string_view resource) {
    const std::string text = lower_case(trimmed(resource));
    const auto dot = text.find('.');
    if (dot == std::string::npos) return {text, std::nullopt};
    TypeArgument argument{text.substr(0, dot), std::nullopt};
    const std::string rest = text.substr(dot + 1);
    const std::string first = rest.substr(0, rest.find('.'));
    if (!is_version(first)) return {argument.type, rest};
    return {argument.type, first.size() == rest.size() ? "" : rest.substr(first.size() + 1)};
}

/// 0 by a full name, 1 by a short name; nothing where it is another type.
std::optional<int> match_of_type(const Kind& kind, const std::string& type) {
    if (type == kind.plural || type == kind.singular || type == lower_case(kind.kind)) return 0;
    const auto& short_names = kind.short_names;
    const bool is_short =
        std::find(short_names.begin(), short_names.end(), type) != short_names.end();
    return is_short ? std::optional(1) : std::nullopt;
}

/// 0 where the group is the one asked for, 1 where it only starts with it (apimachinery's
/// DefaultRESTMapper falls back to prefixes); nothing where it is another.
std::optional<int> match_of_group(const Kind& kind, const std::optional<std::string>& group) {
    if (!group || kind.group == *group) return 0;
    if (!group->empty() && kind.group.rfind(*group, 0) == 0) return 1;
    return std::nullopt;
}

/// Kubernetes' own groups come before those of extensions, the core group first of all.
int preference(const std::string& group) {
    if (group.empty()) return 0;
    const bool built_in = std::any_of(
        KindCatalog::built_in().begin(),
        KindCatalog::built_in().end(),
        [&](const auto& entry) { return entry.first.group == group; }
    );
    return built_in ? 1 : 2;
}

/// The version in which the server stores; else the first that it serves.
std::string version_of(const json& definition_spec) {
    const json* versions = fields::find(definition_spec, "versions");
    if (versions == nullptr || !versions->is_array()) return {};
    std::string served;
    for (const json& version : *versions) {
        if (!fields::flag(version, "served")) continue;
        if (served.empty() || fields::flag(version, "storage"))
            served = fields::text(version, "name");
    }
    return served;
}

}  // namespace

const KindCatalog& KindCatalog::built_in() {
    static const KindCatalog catalog = [] {
        KindCatalog built;
        for (Kind& kind : built_in_kinds())
            built.add(std::move(kind));
        return built;
    }();
    return catalog;
}

void KindCatalog::add(Kind kind) {
    if (kind.singular.empty()) kind.singular = lower_case(kind.kind);
    if (kinds_.use_count() > 1) kinds_ = std::make_shared<Kinds>(*kinds_);
    kinds_->insert_or_assign(kind.group_kind(), std::move(kind));
}

void KindCatalog::add_from(const Object& definition) {
    if (!is_definition(definition.id())) return;
    const json* spec = definition.at("/spec");
    if (spec == nullptr) return;
    Kind kind{
        .group = definition.text("/spec/group"),
        .version = version_of(*spec),
        .kind = definition.text("/spec/names/kind"),
        .plural = definition.text("/spec/names/plural"),
        .namespaced = definition.text("/spec/scope") != "Cluster",
        .singular = definition.text("/spec/names/singular"),
    };
    if (const json* names = definition.at("/spec/names")) {
        kind.short_names = fields::texts(*names, "shortNames");
    }
    if (!kind.group.empty() && !kind.kind.empty()) add(std::move(kind));
}

const Kind* KindCatalog::find(const GroupKind& group_kind) const {
    const auto found = kinds_->find(group_kind);
    return found == kinds_->end() ? nullptr : &found->second;
}

const Kind* KindCatalog::find_resource(std::string_view resource) const {
    const TypeArgument asked = parsed(resource);
    const Kind* best = nullptr;
    std::tuple<int, int, int> best_match{};
    for (const auto& [group_kind, kind] : *kinds_) {
        const auto type = match_of_type(kind, asked.type);
        const auto group = match_of_group(kind, asked.group);
        if (!type || !group) continue;
        const std::tuple match{*group, *type, preference(kind.group)};
        if (best != nullptr && match >= best_match) continue;
        best = &kind;
        best_match = match;
    }
    return best;
}

std::vector<std::string> served_versions(const Object& definition) {
    const json* versions = definition.at("/spec/versions");
    if (versions == nullptr || !versions->is_array()) return {};
    std::vector<std::string> served;
    for (const json& version : *versions) {
        if (fields::flag(version, "served")) served.push_back(fields::text(version, "name"));
    }
    return served;
}

}  // namespace slipway

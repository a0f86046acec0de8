#include "core/manifest/identity.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/built_in_objects.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

constexpr const char* needs = "every manifest needs apiVersion, kind and metadata.name";

/// As far as a person has to see it to find it.
std::string text_of(const json& value, const std::string& written) {
    return shortened(written.empty() ? value.dump() : written, 64);
}

bool is_empty_text(const json& value) {
    return value.is_string() && value.get_ref<const std::string&>().empty();
}

std::string remedy(const json& value, const std::string& written) {
    if (value.is_null()) return "write \"\" for an empty text, or leave it out";
    if (value.is_structured()) return "write one text";
    return format("quote it: \"{}\"", text_of(value, written));
}

/// "spec.volumeClaimTemplates[0].metadata"
std::string path_text(std::string_view pointer) {
    std::string text;
    for (const std::string_view part : split(pointer.substr(1), '/')) {
        const bool is_index = !part.empty() && part.find_first_not_of("0123456789") == part.npos;
        text += is_index ? format("[{}]", part) : format("{}{}", text.empty() ? "" : ".", part);
    }
    return text;
}

GroupKind group_kind_of(const json& object) {
    const std::string api_version = object["apiVersion"];
    const auto slash = api_version.find('/');
    const std::string kind = object["kind"];
    return {slash == api_version.npos ? "" : api_version.substr(0, slash), kind};
}

/// Where the templates of a built-in workload stand. REQUIRES: apiVersion and kind are text.
std::vector<std::string> templates_of(const json& object) {
    const GroupKind kind = group_kind_of(object);
    std::vector<std::string> templates;
    if (kind.group == "batch" && kind.kind == "CronJob")
        templates.emplace_back("/spec/jobTemplate");
    const std::string_view pod_template = pod_template_of(kind);
    if (!pod_template.empty()) templates.emplace_back(pod_template);
    if (kind.group != "apps" || kind.kind != "StatefulSet") return templates;
    const json::json_pointer claims("/spec/volumeClaimTemplates");
    if (!object.contains(claims)) return templates;
    for (std::size_t i = 0; i < object[claims].size(); ++i)
        templates.push_back(format("{}/{}", claims.to_string(), i));
    return templates;
}

/// Questions to one object, each answered with its first flaw.
class Inspection {
public:
    Inspection(const json& object, const Tree& tree, const std::string& pointer)
        : object_(object), tree_(tree), pointer_(pointer) {}

    std::optional<Flaw> first_flaw() const {
        if (auto flaw = missing_text(object_, "", "apiVersion")) return flaw;
        if (auto flaw = missing_text(object_, "", "kind")) return flaw;
        const auto metadata = object_.find("metadata");
        if (metadata == object_.end() || metadata->is_null()) {
            return Flaw{{}, format("the manifest has no metadata; {}", needs)};
        }
        if (!metadata->is_object()) return no_map("/metadata", "metadata", *metadata);
        if (auto flaw = flaw_of_metadata(*metadata)) return flaw;
        return flaw_of_templates();
    }

private:
    std::optional<Flaw> flaw_of_metadata(const json& metadata) const {
        if (metadata.contains("generateName") && !metadata.contains("name")) {
            return Flaw{
                {},
                "the manifest has metadata.generateName and no metadata.name; give it a fixed "
                "name, "
                "for a generated one makes another object with each deployment"};
        }
        if (auto flaw = missing_text(metadata, "/metadata", "name")) return flaw;
        const auto in_namespace = metadata.find("namespace");
        const bool names_one = in_namespace != metadata.end() && !in_namespace->is_null();
        if (names_one && !in_namespace->is_string())
            return no_text("/metadata/namespace", "metadata.namespace", *in_namespace);
        if (auto flaw = flaw_of_texts(metadata, {"annotations", "annotation"})) return flaw;
        return flaw_of_texts(metadata, {"labels", "label"});
    }

    /// Labels or annotations, and what one of them is called.
    struct Texts {
        const char* key;
        const char* word;
        std::string owner{};  ///< The template that holds them, as a pointer.
    };

    std::optional<Flaw> flaw_of_texts(const json& metadata, const Texts& of) const {
        const auto texts = metadata.find(of.key);
        if (texts == metadata.end() || texts->is_null()) return std::nullopt;
        const std::string pointer = format("{}/metadata/{}", of.owner, of.key);
        if (!texts->is_object()) return no_map(pointer, path_text(pointer), *texts);
        for (const auto& [name, value] : texts->get_ref<const json::object_t&>()) {
            // For the server a null is an empty text; only in its own does an object ask by them.
            if (value.is_string() || (!of.owner.empty() && value.is_null())) continue;
            const std::string where =
                of.owner.empty() ? "" : format(" in {}", path_text(of.owner + "/metadata"));
            const std::string subject = format("{} {}{}", of.word, name, where);
            return no_text(format("{}/{}", pointer, name), subject, value);
        }
        return std::nullopt;
    }

    /// The server refuses these too, but only when the object's turn has come.
    std::optional<Flaw> flaw_of_templates() const {
        for (const std::string& owner : templates_of(object_)) {
            const json::json_pointer metadata(owner + "/metadata");
            if (!object_.contains(metadata)) continue;
            const json& held = object_[metadata];
            if (!held.is_object()) continue;
            if (auto flaw = flaw_of_texts(held, {"annotations", "annotation", owner})) return flaw;
            if (auto flaw = flaw_of_texts(held, {"labels", "label", owner})) return flaw;
        }
        return std::nullopt;
    }

    std::optional<Flaw> missing_text(const json& map, const std::string& parent, const char* key)
        const {
        const auto value = map.find(key);
        if (value != map.end() && value->is_string() && !is_empty_text(*value)) return std::nullopt;
        const std::string subject = parent.empty() ? key : format("metadata.{}", key);
        if (value == map.end() || value->is_null() || is_empty_text(*value)) {
            return Flaw{{}, format("the manifest has no {}; {}", subject, needs)};
        }
        return no_text(parent + "/" + key, subject, *value);
    }

    Flaw no_text(const std::string& pointer, const std::string& subject, const json& value) const {
        const Written written = written_at(pointer);
        const std::string seen = description(value, written.text);
        return flaw_at(
            pointer, format("{} is {}, not text; {}", subject, seen, remedy(value, written.text))
        );
    }

    Flaw no_map(const std::string& pointer, const std::string& subject, const json& value) const {
        const std::string seen = description(value, written_at(pointer).text);
        return flaw_at(
            pointer, format("{} is {}, not a map; write keys and values", subject, seen)
        );
    }

    Written written_at(const std::string& pointer) const {
        const auto found = tree_.places.find(pointer_ + pointer);
        return found == tree_.places.end() ? Written{} : found->second;
    }

    Flaw flaw_at(const std::string& pointer, std::string what) const {
        const auto found = tree_.places.find(pointer_ + pointer);
        if (found == tree_.places.end()) return {{}, std::move(what)};
        return {found->second.offset, std::move(what)};
    }

    const json& object_;
    const Tree& tree_;
    const std::string& pointer_;
};

}  // namespace

std::optional<Flaw> identity_flaw(
    const json& object, const Tree& tree, const std::string& pointer
) {
    return Inspection(object, tree, pointer).first_flaw();
}

std::string description(const json& value, const std::string& written) {
    if (value.is_null()) return "empty (null)";
    if (value.is_boolean()) return format("the boolean {}", text_of(value, written));
    if (value.is_number()) return format("the number {}", text_of(value, written));
    if (value.is_array()) return "a list";
    return value.is_object() ? "a map" : "a text";
}

}  // namespace slipway::manifest

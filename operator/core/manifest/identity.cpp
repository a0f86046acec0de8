#include "core/manifest/identity.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

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
        return flaw_of_metadata(*metadata);
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
        if (in_namespace != metadata.end() && !in_namespace->is_null()) {
            if (auto flaw = no_text("/metadata/namespace", "metadata.namespace", *in_namespace)) {
                return flaw;
            }
        }
        if (auto flaw = flaw_of_texts(metadata, "annotations", "annotation")) return flaw;
        return flaw_of_texts(metadata, "labels", "label");
    }

    std::optional<Flaw> flaw_of_texts(const json& metadata, const char* key, const char* word)
        const {
        const auto texts = metadata.find(key);
        if (texts == metadata.end() || texts->is_null()) return std::nullopt;
        const std::string pointer = format("/metadata/{}", key);
        if (!texts->is_object()) return no_map(pointer, format("metadata.{}", key), *texts);
        for (const auto& [name, value] : texts->items()) {
            if (auto flaw =
                    no_text(format("{}/{}", pointer, name), format("{} {}", word, name), value)) {
                return flaw;
            }
        }
        return std::nullopt;
    }

    std::optional<Flaw> missing_text(const json& map, const std::string& parent, const char* key)
        const {
        const std::string subject = parent.empty() ? key : format("metadata.{}", key);
        const auto value = map.find(key);
        if (value == map.end() || value->is_null() || is_empty_text(*value)) {
            return Flaw{{}, format("the manifest has no {}; {}", subject, needs)};
        }
        return no_text(parent + "/" + key, subject, *value);
    }

    std::optional<Flaw> no_text(
        const std::string& pointer, const std::string& subject, const json& value
    ) const {
        if (value.is_string()) return std::nullopt;
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

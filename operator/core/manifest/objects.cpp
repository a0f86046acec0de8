#include "core/manifest/objects.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/identity.hpp"
#include "core/model/json_fields.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

/// A map of the document that is an object or a list of objects.
struct Candidate {
    json value;
    std::string pointer{};
    std::size_t offset = 0;
};

/// The kind of the items of a typed list, such as ConfigMapList, need not be written.
struct Inherited {
    std::string api_version{};
    std::string kind{};
};

/// An empty list may be written as null, as Go does.
bool is_list(const json& value) {
    const std::string kind = fields::text(value, "kind");
    if (kind == "List") return true;
    const auto items = value.find("items");
    return kind.ends_with("List") && items != value.end() &&
           (items->is_array() || items->is_null());
}

Inherited inherited_from(const json& list) {
    const std::string kind = fields::text(list, "kind");
    if (kind == "List") return {};
    return {
        fields::text(list, "apiVersion"), kind.substr(0, kind.size() - std::string("List").size())};
}

void inherit(json& item, const Inherited& inherited) {
    if (!item.is_object() || inherited.kind.empty()) return;
    if (!item.contains("apiVersion")) item["apiVersion"] = inherited.api_version;
    if (!item.contains("kind")) item["kind"] = inherited.kind;
}

/// How many bytes a text takes in JSON.
std::size_t bytes_of(const std::string& text) {
    const auto is_escaped = [](char c) {
        return c == '"' || c == '\\' || c == '\n' || c == '\t' || c == '\r';
    };
    const auto escaped = std::ranges::count_if(text, is_escaped);
    return text.size() + 2 + static_cast<std::size_t>(escaped);
}

/// How many bytes the value takes as JSON, without writing it out.
std::size_t bytes_of(const json& value) {
    if (value.is_string()) return bytes_of(value.get_ref<const std::string&>());
    if (!value.is_structured()) return value.dump().size();
    std::size_t bytes = value.empty() ? 2 : 1 + value.size();
    if (value.is_array()) {
        for (const json& item : value)
            bytes += bytes_of(item);
        return bytes;
    }
    for (const auto& [key, item] : value.get_ref<const json::object_t&>())
        bytes += bytes_of(key) + 1 + bytes_of(item);
    return bytes;
}

class Unfolding {
public:
    Unfolding(
        const Document& document, const Tree& tree, const Limits& limits, Collection& collection
    )
        : document_(document), tree_(tree), limits_(limits), collection_(collection) {}

    Result<void> add(Candidate candidate) {
        if (!candidate.value.is_object()) {
            return refuse(
                ErrorKind::InvalidManifest,
                candidate,
                format(
                    "a manifest is a map with apiVersion, kind and metadata, and this is {}",
                    description(candidate.value)
                )
            );
        }
        if (is_list(candidate.value)) return add_items(std::move(candidate));
        return add_object(std::move(candidate));
    }

private:
    Result<void> add_items(Candidate list) {
        const auto found = list.value.find("items");
        if (found == list.value.end()) {
            return refuse(ErrorKind::InvalidManifest, list, "the List has no items");
        }
        json items = std::move(*found);
        if (items.is_null()) return {};
        if (!items.is_array()) {
            return refuse(
                ErrorKind::InvalidManifest,
                list,
                format(
                    "the items of a List are a list of objects, and this is {}", description(items)
                )
            );
        }
        const Inherited inherited = inherited_from(list.value);
        for (std::size_t index = 0; index < items.size(); ++index) {
            Candidate item{.value = std::move(items[index])};
            item.pointer = format("{}/items/{}", list.pointer, index);
            const auto place = tree_.places.find(item.pointer);
            item.offset = place == tree_.places.end() ? list.offset : place->second.offset;
            inherit(item.value, inherited);
            TRY(add(std::move(item)));
        }
        return {};
    }

    Result<void> add_object(Candidate candidate) {
        if (auto flaw = identity_flaw(candidate.value, tree_, candidate.pointer)) {
            candidate.offset = flaw->offset.value_or(candidate.offset);
            return refuse(ErrorKind::InvalidManifest, candidate, flaw->what);
        }
        TRY(check_limits(candidate));
        SourcePlace place = document_.place(candidate.offset);
        Object object = TRY(Object::from_json(std::move(candidate.value)));
        collection_.objects.push_back({std::move(object), std::move(place)});
        return {};
    }

    Result<void> check_limits(const Candidate& candidate) {
        const std::size_t bytes = bytes_of(candidate.value);
        // Aliases make little text into much JSON, and each document may have its own.
        collection_.bytes += bytes;
        if (bytes > limits_.object_bytes) {
            constexpr const char* what =
                "the object takes {} bytes as JSON and the API server stores at most {}; split it";
            return too_large(candidate, format(what, bytes, limits_.object_bytes));
        }
        if (collection_.bytes > limits_.bytes) {
            constexpr const char* what =
                "with this object, those of the source take more than {} bytes as JSON; split it";
            return too_large(candidate, format(what, limits_.bytes));
        }
        if (collection_.objects.size() >= limits_.documents) {
            constexpr const char* what = "more than {} objects in one source; split it";
            return too_large(candidate, format(what, limits_.documents));
        }
        return {};
    }

    Error too_large(const Candidate& candidate, const std::string& what) const {
        return refuse(ErrorKind::TooLarge, candidate, what);
    }

    Error refuse(ErrorKind kind, const Candidate& candidate, const std::string& what) const {
        return document_.error(kind, candidate.offset, title_of(candidate.value), what);
    }

    const Document& document_;
    const Tree& tree_;
    const Limits& limits_;
    Collection& collection_;
};

}  // namespace

Result<void> add_objects(
    const Document& document, Tree tree, const Limits& limits, Collection& collection
) {
    if (tree.value->is_null()) return {};
    Candidate root{.value = std::move(*tree.value), .offset = tree.offset};
    return Unfolding(document, tree, limits, collection).add(std::move(root));
}

}  // namespace slipway::manifest

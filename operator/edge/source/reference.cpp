#include "edge/source/reference.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::source {
namespace {

using Texts = std::vector<ports::SourceText>;

Error not_there(const ObjectId& id) {
    return {
        ErrorKind::SourceNotFound,
        format(
            "{} does not exist in namespace {}; spec.sources names it. Create it, or mark the "
            "source optional",
            id.title(),
            id.in_namespace
        )};
}

/// Taken for no content, an emptied source would take everything down that came from it.
Error holds_nothing(const ObjectId& id) {
    return {
        ErrorKind::SourceNotFound,
        format(
            "{} in namespace {} holds no data; spec.sources names it. Put the manifests into its "
            "data, or mark the source optional",
            id.title(),
            id.in_namespace
        )};
}

Error is_binary(const ObjectId& id, const std::string& key) {
    return {
        ErrorKind::InvalidManifest,
        format(
            "{} key {} stands in binaryData; manifests are text: put it into data", id.title(), key
        )};
}

Error no_such_key(const ObjectId& id, const std::string& key) {
    return {
        ErrorKind::SourceNotFound,
        format(
            "{} in namespace {} has no key {}; spec.sources names it. Add it to its data, correct "
            "the name, or mark the source optional",
            id.title(),
            id.in_namespace,
            key
        )};
}

Error in_reading(const ObjectId& id, const ports::Identity& as, Error error) {
    if (error.kind != ErrorKind::Forbidden) return in_context(id.title(), std::move(error));
    error.message = format(
        "{} may not read {} in namespace {}, which spec.sources names; give it the verb get on it",
        as.user(),
        id.title(),
        id.in_namespace
    );
    return error;
}

nlohmann::json map_at(const Object& object, const char* pointer) {
    const auto* map = object.at(pointer);
    return map != nullptr && map->is_object() ? *map : nlohmann::json::object();
}

bool names(const ReferenceSource& reference, const std::string& key) {
    return reference.key.empty() || reference.key == key;
}

Kind kind_of(const ObjectId& id) {
    const Kind* known = KindCatalog::built_in().find(id.group_kind());
    return known == nullptr ? Kind{.version = "v1", .kind = id.kind} : *known;
}

using Decode = std::function<std::optional<std::string>(const std::string&)>;

Result<void> check_binary(const ReferenceSource& reference, const Object& object) {
    const auto binary = map_at(object, "/binaryData");
    for (const auto& [key, value] : binary.items()) {
        if (names(reference, key)) return is_binary(object.id(), key);
    }
    return {};
}

Result<Texts> texts_of(
    const ReferenceSource& reference, const Object& object, const Decode& decode
) {
    const ObjectId& id = object.id();
    Texts texts;
    const auto data = map_at(object, "/data");
    for (const auto& [key, value] : data.items()) {
        if (!names(reference, key)) continue;
        const auto text = decode(value.get<std::string>());
        if (!text)
            return Error{
                ErrorKind::InvalidManifest, format("{} key {} is not base64", id.title(), key)};
        texts.push_back({format("{} key {}", id.title(), key), *text});
    }
    if (!texts.empty() || reference.optional) return texts;
    return reference.key.empty() ? holds_nothing(id) : no_such_key(id, reference.key);
}

}  // namespace

bool refers_to(const SourceSpec& spec, ReferenceSource::From from) {
    const auto* reference = std::get_if<ReferenceSource>(&spec);
    return reference != nullptr && reference->from == from;
}

Result<Texts> read_reference(
    const Request& request,
    const std::function<std::optional<std::string>(const std::string&)>& decode
) {
    const auto& reference = std::get<ReferenceSource>(request.spec);
    const ObjectId id = reference.id(request.release.in_namespace);
    const auto object = request.cluster.get(request.as, kind_of(id), id);
    if (!object && object.error().kind == ErrorKind::NotFound) {
        if (reference.optional) return Texts{};
        return not_there(id);
    }
    if (!object) return in_reading(id, request.as, object.error());
    TRY(check_binary(reference, *object));
    return texts_of(reference, *object, decode);
}

}  // namespace slipway::source

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

Error no_such_key(const ObjectId& id, const std::string& key) {
    return {
        ErrorKind::SourceNotFound,
        format(
            "{} in namespace {} has no key {}; spec.sources names it",
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

Kind kind_of(const ObjectId& id) {
    const Kind* known = KindCatalog::built_in().find(id.group_kind());
    return known == nullptr ? Kind{.version = "v1", .kind = id.kind} : *known;
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
    Texts texts;
    const auto* data = object->at("/data");
    const auto entries = data != nullptr && data->is_object() ? *data : nlohmann::json::object();
    for (const auto& [key, value] : entries.items()) {
        if (!reference.key.empty() && reference.key != key) continue;
        const auto text = decode(value.get<std::string>());
        if (!text)
            return Error{
                ErrorKind::InvalidManifest, format("{} key {} is not base64", id.title(), key)};
        texts.push_back({format("{} key {}", id.title(), key), *text});
    }
    if (texts.empty() && !reference.key.empty() && !reference.optional)
        return no_such_key(id, reference.key);
    return texts;
}

}  // namespace slipway::source

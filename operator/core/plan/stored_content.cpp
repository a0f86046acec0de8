/// Content as canonical JSON: for its digest, and as the store keeps it.
#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/model/json_fields.hpp"
#include "core/plan/plan.hpp"

namespace slipway::plan {
namespace {

using nlohmann::json;

/// Of the form of the document. An operator refuses forms that it does not know.
constexpr int content_format = 2;

/// Keys are sorted; what is no UTF-8 (only possible around the manifest room) is replaced.
std::string dump(const json& document) {
    return document.dump(-1, ' ', false, json::error_handler_t::replace);
}

json write_frame(const Content& content) {
    return {
        {"releaseName", content.release_name},
        {"releaseNamespace", content.release_namespace},
        {"targetNamespace", content.target_namespace},
        {"dialects", content.dialects},
    };
}

/// Written without a copy of the object, keys in their order.
std::string write_object(const SourcedObject& sourced) {
    return format(
        R"({{"column":{},"digest":{},"document":{},"line":{},"object":{},"source":{}}})",
        sourced.place.column,
        dump(sourced.digest),
        sourced.place.document,
        sourced.place.line,
        dump(sourced.object.document()),
        dump(sourced.place.source)
    );
}

json write_finding(const dialect::Finding& finding) {
    return {
        {"rule", finding.rule->id},
        {"message", finding.message},
        {"object", finding.object},
        {"source", finding.place.source},
        {"line", finding.place.line},
        {"column", finding.place.column},
        {"document", finding.place.document},
    };
}

SourcePlace read_place(const json& entry) {
    return {
        .source = fields::text(entry, "source"),
        .line = fields::number(entry, "line"),
        .column = fields::number(entry, "column"),
        .document = fields::number(entry, "document"),
    };
}

/// Rules that this version does not have are of another one, which found what it found.
void read_findings(const json& entries, std::vector<dialect::Finding>& findings) {
    for (const json& entry : entries) {
        const dialect::Rule* rule = dialect::find_rule(fields::text(entry, "rule"));
        if (rule == nullptr) continue;
        findings.push_back(
            {.rule = rule,
             .message = fields::text(entry, "message"),
             .object = fields::text(entry, "object"),
             .place = read_place(entry)}
        );
    }
}

Error damaged(std::string_view what) {
    return {
        ErrorKind::Internal,
        format(
            "the stored content cannot be read: {}; it was damaged or written by another version",
            what
        )};
}

/// Copying and writing take a stack frame for each level; manifests nest at most 64 deep.
constexpr int max_depth = 500;

bool nests_deeper(const json& value, int levels) {
    if (!value.is_structured()) return false;
    return levels == 0 || std::any_of(value.begin(), value.end(), [&](const json& below) {
               return nests_deeper(below, levels - 1);
           });
}

Result<SourcedObject> read_object(const json& entry) {
    const json* document = fields::find(entry, "object");
    if (document == nullptr) return damaged("an entry has no object");
    if (nests_deeper(*document, max_depth)) return damaged("an object nests too deep");
    auto object = Object::from_json(*document);
    if (!object) return damaged(object.error().message);
    return SourcedObject{
        .object = std::move(object).value(),
        .place = read_place(entry),
        .digest = fields::text(entry, "digest"),
    };
}

const json& list(const json& document, const char* key) {
    static const json none = json::array();
    const json* found = fields::find(document, key);
    return found != nullptr && found->is_array() ? *found : none;
}

}  // namespace

std::string digest_of(const Content& content) {
    std::string text = dump(write_frame(content));
    for (const SourcedObject& sourced : content.objects)
        text += "\n" + sourced.digest;
    return ::slipway::digest_of(text);
}

std::string serialise(const Content& content) {
    json document = write_frame(content);
    document["format"] = content_format;
    json& warnings = document["warnings"] = json::array();
    for (const dialect::Finding& finding : content.findings)
        warnings.push_back(write_finding(finding));
    std::string text = dump(document);
    text.pop_back();
    text += ",\"objects\":[";
    for (std::size_t i = 0; i < content.objects.size(); ++i)
        text += (i > 0 ? "," : "") + write_object(content.objects[i]);
    return text + "]}";
}

Result<Content> deserialise(std::string_view text) {
    const json document = json::parse(text, nullptr, false);
    if (document.is_discarded() || !document.is_object()) return damaged("it is no JSON object");
    if (fields::number(document, "format") != content_format) return damaged("its form is unknown");
    const json* objects = fields::find(document, "objects");
    if (objects == nullptr || !objects->is_array()) return damaged("it has no objects");
    Content content{
        .release_name = fields::text(document, "releaseName"),
        .release_namespace = fields::text(document, "releaseNamespace"),
        .target_namespace = fields::text(document, "targetNamespace"),
        .dialects = fields::texts(document, "dialects"),
    };
    for (const json& entry : list(document, "objects"))
        content.objects.push_back(TRY(read_object(entry)));
    read_findings(list(document, "warnings"), content.findings);
    return content;
}

}  // namespace slipway::plan

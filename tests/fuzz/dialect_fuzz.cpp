/// Dialects: whatever stands in the annotations of an object, each a line "key: value", makes hints
/// or an error.
#include <nlohmann/json.hpp>

#include "core/dialect/dialect.hpp"
#include "fuzz/property.hpp"

using namespace slipway;
using nlohmann::json;

namespace {

Object annotated(std::string_view lines) {
    const std::string kind(fuzz::take_line(lines));
    json annotations = json::object();
    while (!lines.empty()) {
        const std::string_view line = fuzz::take_line(lines);
        const std::size_t colon = std::min(line.find(": "), line.size());
        const std::string_view value = line.substr(std::min(colon + 2, line.size()));
        annotations[std::string(line.substr(0, colon))] = std::string(value);
    }
    json document{
        {"apiVersion", "batch/v1"},
        {"kind", kind.empty() ? "Job" : kind},
        {"metadata", {{"name", "migrate"}, {"annotations", std::move(annotations)}}}};
    return Object::from_json(std::move(document)).value();
}

void check(const Object& object, const std::vector<std::string>& enabled) {
    const auto hints = dialect::read(object, enabled);
    if (!hints) {
        fuzz::must_hold(!hints.error().message.empty(), "an error says what is wrong");
        return;
    }
    for (const dialect::Finding& finding : hints->findings) {
        fuzz::must_hold(finding.rule != nullptr && !finding.message.empty(), "a finding speaks");
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const Object object = annotated(fuzz::text_of(data, size));

    check(object, {});
    for (const std::string_view name : dialect::names())
        check(object, {std::string(name)});
    return 0;
}

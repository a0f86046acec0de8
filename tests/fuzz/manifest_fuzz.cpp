/// Manifests: whatever stands in a source is read, or refused with its place.
#include <nlohmann/json.hpp>

#include "core/manifest/manifest.hpp"
#include "fuzz/property.hpp"

using namespace slipway;
using nlohmann::json;

namespace {

/// In ASCII, for a few characters may stand in JSON and not in a manifest.
std::string written(const json& document) { return document.dump(-1, ' ', true); }

void read_objects_again(const std::vector<SourcedObject>& objects) {
    std::string text;
    for (const SourcedObject& sourced : objects) {
        fuzz::must_hold(sourced.place.line > 0 && sourced.place.column > 0, "objects have a place");
        text += written(sourced.object.document()) + "\n";
    }
    const auto again = manifest::read_objects("again", text);
    fuzz::must_hold(bool(again), "objects can be read again", again ? "" : again.error().message);
    fuzz::must_hold(again->size() == objects.size(), "as many are read again", text);
    for (std::size_t at = 0; at < objects.size(); ++at) {
        const json& document = objects[at].object.document();
        fuzz::must_hold((*again)[at].object.document() == document, "they are the same", text);
    }
}

void read_value_again(const json& value) {
    if (!value.is_object()) return;
    const auto again = manifest::read_value("again", written(value));
    fuzz::must_hold(again && *again == value, "a value is read again as the same", written(value));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);

    const auto objects = manifest::read_objects("shop.yaml", text);
    if (objects) read_objects_again(*objects);
    if (!objects) {
        const std::string& message = objects.error().message;
        fuzz::must_hold(message.starts_with("shop.yaml:"), "an error names its place", message);
    }
    const auto value = manifest::read_value("value.yaml", text);
    if (value) read_value_again(*value);
    return 0;
}

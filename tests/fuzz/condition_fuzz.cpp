/// JSONPath and what waits by it: the first line is an expression, in turn as each grammar reads
/// it, the rest the JSON document that it is asked of.
#include <nlohmann/json.hpp>

#include "core/condition/requirement.hpp"
#include "fuzz/property.hpp"

using namespace slipway;
using nlohmann::json;

namespace {

/// Twice what an evaluation may take, for what separates the values.
constexpr std::size_t most_printed = std::size_t{8} << 20U;

void check_path(const Result<condition::Path>& path, const json& document) {
    if (!path) {
        fuzz::must_hold(!path.error().message.empty(), "an error says what is wrong");
        return;
    }
    const auto printed = path->print(document);
    fuzz::must_hold(!printed || printed->size() <= most_printed, "what is printed has a limit");
    for (const auto missing : {condition::MissingKeys::Fail, condition::MissingKeys::Allow}) {
        std::size_t seen = 0;
        const auto each = path->each(document, missing, [&](const json&) { ++seen; });
        const auto selected = path->select(document, missing);
        fuzz::must_hold(!selected || (each && selected->size() == seen), "each is each selected");
    }
}

void check_requirements(
    const Result<std::vector<condition::Requirement>>& requirements, const Object& live
) {
    if (!requirements) {
        fuzz::must_hold(!requirements.error().message.empty(), "an error says what is wrong");
        return;
    }
    for (const condition::Requirement& requirement : *requirements)
        fuzz::must_hold(!condition::check(requirement, live).why.empty(), "a verdict has a why");
    condition::check_all(*requirements, live);
}

Object live_object(json document) {
    if (!document.is_object()) document = json::object();
    document["apiVersion"] = "v1";
    document["kind"] = "Pod";
    document["metadata"] = {{"name", "web"}};
    return Object::from_json(std::move(document)).value();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view rest = fuzz::text_of(data, size);
    const std::string_view expression = fuzz::take_line(rest);
    json document = json::parse(rest, nullptr, false);
    if (document.is_discarded()) document = nullptr;

    check_path(condition::Path::compile(expression), document);
    check_path(condition::Path::compile_template(expression), document);
    const Object live = live_object(std::move(document));
    check_requirements(condition::parse_properties(expression), live);
    check_requirements(condition::parse_wait_for(expression), live);
    return 0;
}

#include "support/passed_write.hpp"

#include <sstream>
#include <vector>

#include <nlohmann/json.hpp>

namespace slipway::test {
namespace {

using Json = nlohmann::json;

std::vector<std::string> segments_of(std::string_view target) {
    std::istringstream path{std::string(target.substr(0, target.find('?')))};
    std::vector<std::string> segments;
    for (std::string segment; std::getline(path, segment, '/');) {
        if (!segment.empty()) segments.push_back(segment);
    }
    return segments;
}

std::string text_at(const std::string& body, const char* pointer) {
    const auto document = Json::parse(body, nullptr, false);
    const Json::json_pointer at(pointer);
    if (!document.is_object() || !document.contains(at) || !document.at(at).is_string()) return {};
    return document.at(at).get<std::string>();
}

/// The path after the API's group and version: "/api/v1" or "/apis/<group>/<version>".
std::vector<std::string> resource_path(std::string_view target) {
    auto segments = segments_of(target);
    const std::size_t prefix = !segments.empty() && segments.front() == "api" ? 2 : 3;
    if (segments.size() < prefix) return {};
    segments.erase(segments.begin(), segments.begin() + static_cast<std::ptrdiff_t>(prefix));
    return segments;
}

}  // namespace

std::string PassedWrite::text() const {
    const std::string object = method + " " + resource + "/" + name;
    return subresource.empty() ? object : object + "/" + subresource;
}

std::optional<PassedWrite> passed_write(
    std::string_view method, std::string_view target, const std::string& body
) {
    if (method == "GET" || method == "HEAD") return std::nullopt;
    auto path = resource_path(target);
    PassedWrite write{.method = std::string(method)};
    if (path.size() > 2 && path.front() == "namespaces") {
        write.in_namespace = path[1];
        path.erase(path.begin(), path.begin() + 2);
    }
    if (path.empty() || path.front() == "leases" || path.front() == "events") return std::nullopt;
    write.resource = path[0];
    write.name = path.size() > 1 ? path[1] : text_at(body, "/metadata/name");
    if (path.size() > 2) write.subresource = path[2];
    return write;
}

void take_answer(PassedWrite& write, int status, const std::string& body) {
    write.answer = status;
    write.uid = text_at(body, "/metadata/uid");
}

}  // namespace slipway::test

#include "core/kubeapi/target.hpp"

namespace slipway::kubeapi {
namespace {

bool is_unreserved(char c) {
    const bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const bool is_digit = c >= '0' && c <= '9';
    return is_letter || is_digit || c == '-' || c == '.' || c == '_' || c == '~';
}

}  // namespace

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    encoded.reserve(text.size());
    for (const char c : text) {
        if (is_unreserved(c)) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded += '%';
        encoded += digits[byte >> 4U];
        encoded += digits[byte & 0x0FU];
    }
    return encoded;
}

std::string group_version_path(std::string_view group, std::string_view version) {
    const std::string end = "/" + percent_encoded(version);
    return group.empty() ? "/api" + end : "/apis/" + percent_encoded(group) + end;
}

std::string collection_path(const Kind& kind, std::string_view in_namespace) {
    std::string path = group_version_path(kind.group, kind.version);
    if (kind.namespaced && !in_namespace.empty()) {
        path += "/namespaces/" + percent_encoded(in_namespace);
    }
    return path + "/" + percent_encoded(kind.plural);
}

std::string object_path(const Kind& kind, const ObjectId& id) {
    return collection_path(kind, id.in_namespace) + "/" + percent_encoded(id.name);
}

std::string target(std::string path, const Query& query) {
    char separator = '?';
    for (const auto& [name, value] : query) {
        if (value.empty()) continue;
        path += separator;
        path += name;
        path += '=';
        path += percent_encoded(value);
        separator = '&';
    }
    return path;
}

}  // namespace slipway::kubeapi

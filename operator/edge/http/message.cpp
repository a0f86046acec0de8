#include "edge/http/message.hpp"

#include <algorithm>
#include <string_view>

#include <boost/beast/http/field.hpp>
#include <boost/beast/http/verb.hpp>

#include "core/base/text.hpp"

namespace slipway::http {
namespace {

namespace beast_http = boost::beast::http;
using beast_http::field;
using kubeapi::Method;

beast_http::verb verb(Method method) {
    switch (method) {
        case Method::Get: return beast_http::verb::get;
        case Method::Post: return beast_http::verb::post;
        case Method::Put: return beast_http::verb::put;
        case Method::Patch: return beast_http::verb::patch;
        case Method::Delete: return beast_http::verb::delete_;
    }
    return beast_http::verb::unknown;
}

bool breaks_a_line(std::string_view text) {
    return std::ranges::any_of(text, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f;
    });
}

Result<void> check_lines(const kubeapi::Request& request, const std::string& token) {
    const auto refuse = [](std::string_view what) {
        return Error{
            ErrorKind::Internal, format("{} holds a character that HTTP cannot carry", what)};
    };
    if (breaks_a_line(request.target) || request.target.find(' ') != std::string::npos) {
        return refuse("the path or query of the request");
    }
    if (breaks_a_line(token)) return refuse("the bearer token");
    for (const auto& [name, value] : request.headers) {
        if (breaks_a_line(name) || breaks_a_line(value)) return refuse("the header " + name);
    }
    return {};
}

}  // namespace

Result<Outgoing> outgoing(const kubeapi::Request& request, const Origin& origin) {
    const auto token = TRY(origin.credentials->bearer_token());
    TRY(check_lines(request, token));

    Outgoing message(verb(request.method), request.target, 11);
    message.set(field::host, authority(origin.settings.endpoint));
    message.set(field::user_agent, origin.settings.user_agent);
    if (!token.empty()) message.set(field::authorization, "Bearer " + token);
    if (!request.content_type.empty()) message.set(field::content_type, request.content_type);
    // Headers repeat: each of a user's groups is an Impersonate-Group of its own.
    for (const auto& [name, value] : request.headers) {
        message.insert(name, value);
    }
    message.body() = {request.body.data(), request.body.size()};
    message.prepare_payload();
    return message;
}

kubeapi::Response head_of(const beast_http::response_header<>& header) {
    kubeapi::Response response{.status = static_cast<int>(header.result_int())};
    for (const auto& one : header) {
        response.headers.emplace_back(std::string(one.name_string()), std::string(one.value()));
    }
    return response;
}

}  // namespace slipway::http

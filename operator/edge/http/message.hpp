/// Our requests and responses as Beast's messages, and back.
#pragma once

#include <string>
#include <utility>

#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/span_body.hpp>

#include "core/base/result.hpp"
#include "core/kubeapi/request.hpp"
#include "edge/http/origin.hpp"

namespace slipway::http {

/// The body is a view: the request must outlive the message.
using Outgoing = boost::beast::http::request<boost::beast::http::span_body<const char>>;

/// Internal: the target or a header holds a character that would end its line.
Result<Outgoing> outgoing(const kubeapi::Request& request, const Origin& origin);

/// Status and headers, without the body.
kubeapi::Response head_of(const boost::beast::http::response_header<>& header);

}  // namespace slipway::http

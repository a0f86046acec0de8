/// A body followed line by line, on a connection of its own, for as long as it lasts.
#pragma once

#include <memory>

#include "edge/http/client.hpp"
#include "edge/http/loop.hpp"
#include "edge/http/origin.hpp"

namespace slipway::http {

/// What comes of the request is told to `sink` on the loop's thread, until the handle is destroyed.
std::unique_ptr<Stream> start_stream(
    const std::shared_ptr<Loop>& loop,
    Origin origin,
    kubeapi::Request request,
    std::shared_ptr<StreamSink> sink
);

}  // namespace slipway::http

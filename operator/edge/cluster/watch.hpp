/// A watch that keeps itself up: list, watch from there, and begin again where that breaks.
///
/// Promises: the list is consistent and paged, and the watch starts where it ended, so nothing is
/// missed in between; after 410, after a line that cannot be read, and when resourceVersions go
/// backwards (etcd was restored; client-go does not notice, kubernetes#107457) it says so, lists
/// again and tells what vanished meanwhile; so it does after a stream that never said a word. Waits
/// as client-go's reflector does: 0.8 s to 30 s, doubled, with jitter, from the start again after
/// two good minutes. Everything runs on the HTTP client's thread.
#pragma once

#include <memory>

#include "core/model/kind.hpp"
#include "edge/cluster/server_return.hpp"
#include "edge/http/client.hpp"
#include "ports/clock.hpp"
#include "ports/cluster.hpp"

namespace slipway::cluster {

struct WatchTerms {
    http::Client& client;       ///< Outlives the watch.
    const ports::Clock& clock;  ///< Outlives the watch.
    ServerReturn& server;       ///< Outlives the watch.
    ports::Identity as;
    Kind kind;
    ports::Selection selection;
};

std::unique_ptr<ports::Watch> start_watch(WatchTerms terms, std::shared_ptr<ports::WatchSink> sink);

}  // namespace slipway::cluster

/// Writes Events behind everybody's back, on a thread of its own; in a storm of Releases at the
/// pace of a kubelet (its eventRecordQPS and eventBurst), so that what they tell of comes first.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>

#include "edge/telemetry/event.hpp"
#include "edge/telemetry/log.hpp"
#include "edge/telemetry/metrics.hpp"
#include "edge/telemetry/pace.hpp"
#include "ports/cluster.hpp"

namespace slipway::telemetry {

class EventWriter {
public:
    struct Means {
        Log& log;
        Metrics& metrics;
        ports::Cluster& cluster;
        std::string instance;
        std::size_t room = 4096;  ///< How many may wait; then the oldest goes.
    };

    explicit EventWriter(Means means);
    /// Ends and waits for the end.
    ~EventWriter();
    EventWriter(const EventWriter&) = delete;
    EventWriter& operator=(const EventWriter&) = delete;

    /// Returns at once.
    void add(Happening happening);
    /// Returns at once; from now on the first that cannot be written is the last that is tried.
    void end();

private:
    void run();
    /// Waits for the next; nothing when it is time to end.
    std::optional<Happening> next();
    bool write(const Happening& happening);

    Means means_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<Happening> waiting_;
    bool is_ending_ = false;
    Repeats repeats_;                                ///< The thread's own.
    Pace pace_{std::chrono::milliseconds(20), 100};  ///< Likewise.
    std::thread thread_;
};

}  // namespace slipway::telemetry

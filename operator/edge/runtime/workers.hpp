/// Threads that take keys from the queue and reconcile them, while this process leads.
#pragma once

#include <functional>
#include <thread>
#include <vector>

#include "edge/runtime/reconciler.hpp"
#include "edge/runtime/work_queue.hpp"

namespace slipway::runtime {

class Workers {
public:
    /// `guard` is asked before each reconcile: false puts the key back for later (no lease is
    /// held).
    Workers(
        int count,
        WorkQueue& queue,
        Reconciler& reconciler,
        const ports::Clock& clock,
        std::function<bool()> guard
    );
    /// Closes the queue and waits until every reconcile under way has ended.
    ~Workers();

    Workers(const Workers&) = delete;
    Workers& operator=(const Workers&) = delete;

private:
    void run();

    WorkQueue& queue_;
    Reconciler& reconciler_;
    const ports::Clock& clock_;
    std::function<bool()> guard_;
    std::vector<std::thread> threads_;
};

}  // namespace slipway::runtime

#include "edge/runtime/workers.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

constexpr Duration until_the_lease_is_looked_at_again = 500ms;

}  // namespace

Workers::Workers(
    int count,
    WorkQueue& queue,
    Reconciler& reconciler,
    const ports::Clock& clock,
    std::function<bool()> guard
)
    : queue_(queue), reconciler_(reconciler), clock_(clock), guard_(std::move(guard)) {
    for (int i = 0; i < count; ++i)
        threads_.emplace_back([this] { run(); });
}

Workers::~Workers() {
    queue_.close();
    for (std::thread& thread : threads_)
        thread.join();
}

void Workers::run() {
    while (const auto key = queue_.take()) {
        const auto next = guard_()
                              ? reconciler_.reconcile(*key)
                              : std::optional(clock_.now() + until_the_lease_is_looked_at_again);
        if (next) queue_.add_at(*key, *next);
        queue_.done(*key);
    }
}

}  // namespace slipway::runtime

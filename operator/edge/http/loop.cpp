#include "edge/http/loop.hpp"

#include <boost/asio/executor_work_guard.hpp>

namespace slipway::http {

void abort_on_defect(const std::exception_ptr& defect) {
    if (defect) std::rethrow_exception(defect);
}

Loop::Loop()
    : context_(std::make_unique<boost::asio::io_context>(1)),
      thread_([context = context_.get(), work = boost::asio::make_work_guard(*context_)] {
          context->run();
      }) {}

Loop::~Loop() {
    stop();
    discard();
}

void Loop::stop() {
    if (!thread_.joinable()) return;
    context_->stop();
    thread_.join();
}

void Loop::discard() {
    // What is destroyed may post once more; so it must find the loop unlocked, and gone.
    std::unique_ptr<boost::asio::io_context> doomed;
    {
        const std::lock_guard lock(mutex_);
        doomed = std::move(context_);
    }
}

}  // namespace slipway::http

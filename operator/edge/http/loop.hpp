/// One thread, and what runs on it.
#pragma once

#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>

namespace slipway::http {

/// For co_spawn: what escapes a coroutine is a defect; the process ends, and starts again.
void abort_on_defect(const std::exception_ptr& defect);

/// May outlive what it ran: then it takes no more work.
class Loop {
public:
    Loop();
    ~Loop();

    /// Runs `task` on the loop's thread; dropped once the loop is stopped. From any thread.
    template <class Task>
    void post(Task&& task) {
        const std::lock_guard lock(mutex_);
        if (context_) boost::asio::post(*context_, std::forward<Task>(task));
    }

    /// For what lives on the loop's thread, which does not outlive discard().
    boost::asio::io_context::executor_type executor() { return context_->get_executor(); }

    /// Ends the thread; what waits, waits for ever. Not from the loop's own thread.
    void stop();

    /// After stop(): destroys whatever was waiting, with all it holds.
    void discard();

private:
    std::mutex mutex_;
    std::unique_ptr<boost::asio::io_context> context_;
    std::thread thread_;
};

}  // namespace slipway::http

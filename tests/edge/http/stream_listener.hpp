/// Whom a stream tells, for tests: what was told becomes words that can be waited for.
#pragma once

#include <condition_variable>
#include <mutex>
#include <string>
#include <vector>

#include "client_fixture.hpp"

namespace slipway::test {

using Words = std::vector<std::string>;

/// Remembers what it was told, as words: "open 200", "line x", "end 200", "end Timeout".
class Listener : public http::StreamSink {
public:
    void on_open(const Response& head) override { told("open " + std::to_string(head.status)); }
    void on_line(std::string_view line) override { told("line " + std::string(line)); }
    void on_end(Result<Response> end) override {
        {
            const std::lock_guard lock(mutex_);
            end_ = end ? end->body : end.error().message;
        }
        told("end " + (end ? std::to_string(end->status) : std::string(reason(end.error().kind))));
    }

    /// What was told when `count` things were, or when waiting for them was given up.
    std::vector<std::string> after(std::size_t count) {
        std::unique_lock lock(mutex_);
        changed_.wait_for(lock, long_enough, [&] { return words_.size() >= count; });
        return words_;
    }
    /// The body or the message of the end.
    std::string end() {
        const std::lock_guard lock(mutex_);
        return end_;
    }

protected:
    virtual void told(const std::string& word) {
        const std::lock_guard lock(mutex_);
        words_.push_back(word);
        changed_.notify_all();
    }

private:
    std::mutex mutex_{};
    std::condition_variable changed_{};
    std::vector<std::string> words_{};
    std::string end_{};
};

}  // namespace slipway::test

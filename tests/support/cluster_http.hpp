/// An HTTP client without a network, for tests of the cluster room: requests are answered by the
/// test, streams are spoken by it, and time passes when it says so.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edge/http/client.hpp"
#include "ports/clock.hpp"

namespace slipway::test {

class FakeClock final : public ports::Clock {
public:
    Time now() const override { return time; }
    Time time{std::chrono::hours(500'000)};
};

inline std::string line(const kubeapi::Request& request) {
    return std::string(kubeapi::word(request.method)) + " " + request.target;
}

inline std::string header(const kubeapi::Request& request, const std::string& name) {
    for (const auto& [key, value] : request.headers) {
        if (key == name) return value;
    }
    return "";
}

class FakeClient final : public http::Client {
public:
    struct Sent {
        kubeapi::Request request;
        Duration deadline{};
        bool apart = false;
    };
    struct Opened {
        kubeapi::Request request;
        std::shared_ptr<http::StreamSink> sink;
        std::shared_ptr<bool> is_open;
    };
    struct Task {
        Duration delay{};
        std::function<void()> run;
    };

    using Answer = Result<kubeapi::Response>;

    std::function<Answer(const kubeapi::Request&)> answer = [](const auto&) -> Answer {
        return Error{ErrorKind::Unavailable, "no route"};
    };
    std::vector<Sent> sent{};
    std::vector<Opened> streams{};
    std::vector<Task> tasks{};

    std::future<Answer> send(kubeapi::Request request, Duration deadline) override {
        return reply({.request = std::move(request), .deadline = deadline});
    }
    std::future<Answer> send_apart(kubeapi::Request request, Duration deadline) override {
        return reply({.request = std::move(request), .deadline = deadline, .apart = true});
    }
    std::unique_ptr<http::Stream> stream(
        kubeapi::Request request, std::shared_ptr<http::StreamSink> sink
    ) override {
        auto is_open = std::make_shared<bool>(true);
        streams.push_back({std::move(request), std::move(sink), is_open});
        return std::make_unique<FakeStream>(is_open);
    }
    void after(Duration delay, std::function<void()> task) override {
        tasks.push_back({delay, std::move(task)});
    }

    std::vector<std::string> lines() const {
        std::vector<std::string> all;
        for (const Sent& one : sent)
            all.push_back(line(one.request));
        return all;
    }

    const kubeapi::Request& last_stream() const { return streams.back().request; }

    /// As the server would speak on the newest stream.
    void opens() {
        const auto sink = speaking();
        if (sink) sink->on_open({.status = 200});
    }
    void says(const std::string& text) {
        const auto sink = speaking();
        if (sink) sink->on_line(text);
    }
    void ends(Answer end = kubeapi::Response{.status = 200}) {
        const auto sink = speaking();
        if (sink) sink->on_end(std::move(end));
    }
    /// A whole answer: a page of a list, or a refusal.
    void answers(int status, const std::string& body) {
        const auto sink = speaking();
        if (!sink) return;
        sink->on_open({.status = status});
        if (status != 200) return sink->on_end(kubeapi::Response{.status = status, .body = body});
        sink->on_line(body);
        sink->on_end(kubeapi::Response{.status = 200});
    }

    /// Runs what waits for later; the longest of the delays.
    Duration time_passes() {
        Duration longest{};
        for (const Task& task : std::exchange(tasks, {})) {
            longest = std::max(longest, task.delay);
            task.run();
        }
        return longest;
    }

private:
    class FakeStream final : public http::Stream {
    public:
        explicit FakeStream(std::shared_ptr<bool> is_open) : is_open_(std::move(is_open)) {}
        ~FakeStream() override { *is_open_ = false; }
        FakeStream(const FakeStream&) = delete;
        FakeStream& operator=(const FakeStream&) = delete;

    private:
        std::shared_ptr<bool> is_open_;
    };

    /// Nobody listens once the stream is destroyed.
    std::shared_ptr<http::StreamSink> speaking() const {
        if (streams.empty() || !*streams.back().is_open) return nullptr;
        return streams.back().sink;
    }

    std::future<Answer> reply(Sent one) {
        std::promise<Answer> promise;
        promise.set_value(answer(one.request));
        sent.push_back(std::move(one));
        return promise.get_future();
    }
};

}  // namespace slipway::test

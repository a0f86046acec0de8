/// A clock that is set, a cluster that takes Events, and a Release that things happen to.
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "edge/telemetry/event.hpp"
#include "ports/clock.hpp"
#include "ports/cluster.hpp"
#include "support/catch.hpp"

namespace slipway::test {

using namespace std::chrono_literals;

struct SetClock : ports::Clock {
    Time time = *parse_time("2026-11-20T20:44:16.25Z");
    Time now() const override { return time; }
};

inline ports::Subject shop_web() {
    return {.id = {"slipway.dev", "Release", "shop", "web"}, .uid = "f3a1"};
}

inline telemetry::Happening happening(std::string note = "Job/migrate exited with 3") {
    return {
        .release = shop_web(),
        .warning = true,
        .reason = "HookFailed",
        .action = "RunHook",
        .note = std::move(note),
        .at = SetClock().now()};
}

struct WrittenEvent {
    Kind kind{};
    Object object;
    bool is_new = false;  ///< By a create, not an apply.
};

/// Answers every write as `answer` says and keeps what was written.
class EventCluster : public ports::Cluster {
public:
    std::function<Result<ports::Written>(const Object&)> answer = [](const auto&) {
        return ports::Written{};
    };

    std::vector<WrittenEvent> written() const {
        const std::lock_guard lock(mutex_);
        return written_;
    }
    std::vector<std::string> notes() const {
        std::vector<std::string> notes;
        for (const WrittenEvent& event : written())
            notes.push_back(event.object.text("/note"));
        return notes;
    }

    std::vector<Result<ports::Written>> write(
        const ports::Identity& as, std::span<const ports::Write> writes
    ) override {
        std::vector<Result<ports::Written>> answers;
        for (const ports::Write& write : writes) {
            if (as.is_impersonated()) continue;
            const WrittenEvent event = event_of(write);
            answers.push_back(answer(event.object));
            const std::lock_guard lock(mutex_);
            written_.push_back(event);
        }
        return answers;
    }

    Result<Object> get(const ports::Identity&, const Kind&, const ObjectId&) override {
        return unused();
    }
    Result<std::vector<Object>> list(const ports::Identity&, const Kind&, const ports::Selection&)
        override {
        return unused();
    }
    Result<Kind> find_kind(const GroupKind&, const std::string&) override { return unused(); }
    Result<Kind> find_resource(const std::string&) override { return unused(); }
    void forget_kinds(const std::string&) override {}
    Result<Object> write_status(const ObjectId&, const std::string&, const nlohmann::json&)
        override {
        return unused();
    }
    Result<Object> set_finalizer(const Object&, bool) override { return unused(); }
    std::unique_ptr<ports::Watch>
    watch(const ports::Identity&, const Kind&, const ports::Selection&, std::shared_ptr<ports::WatchSink>)
        override {
        return nullptr;
    }

private:
    static WrittenEvent event_of(const ports::Write& write) {
        if (const auto* created = std::get_if<ports::Create>(&write))
            return {created->kind, created->object, true};
        const auto& applied = std::get<ports::Apply>(write);
        return {applied.kind, applied.object, false};
    }
    static Error unused() { return {ErrorKind::Internal, "not asked for here"}; }

    mutable std::mutex mutex_;
    std::vector<WrittenEvent> written_;
};

}  // namespace slipway::test

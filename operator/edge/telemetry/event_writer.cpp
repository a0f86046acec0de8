#include "edge/telemetry/event_writer.hpp"

#include <utility>
#include <vector>

#include "core/base/text.hpp"

namespace slipway::telemetry {
namespace {

Kind event_kind() {
    return {
        .group = "events.k8s.io",
        .version = "v1",
        .kind = "Event",
        .plural = "events",
        .namespaced = true};
}

/// A new one is created: there is nothing to merge it with, and an apply would merge.
ports::Write write_of(const Object& event, const Series& series) {
    const Kind kind = event_kind();
    const std::string manager = "slipway-operator";
    if (series.count == 1) return ports::Create{kind, event, manager};
    return ports::Apply{kind, event, manager, true};
}

Result<void> send(ports::Cluster& cluster, const ports::Write& write) {
    const auto answer = std::move(cluster.write(ports::Identity::itself(), {&write, 1}).front());
    // Its name is made of all that it says: it was written, and the answer was lost.
    if (answer || answer.error().kind == ErrorKind::AlreadyExists) return {};
    return answer.error();
}

}  // namespace

EventWriter::EventWriter(Means means) : means_(std::move(means)), thread_([this] { run(); }) {}

EventWriter::~EventWriter() {
    end();
    thread_.join();
}

void EventWriter::end() {
    {
        const std::lock_guard lock(mutex_);
        is_ending_ = true;
    }
    wake_.notify_one();
}

void EventWriter::add(Happening happening) {
    {
        const std::lock_guard lock(mutex_);
        if (waiting_.size() >= means_.room) {
            waiting_.pop_front();
            means_.metrics.event_lost();
        }
        waiting_.push_back(std::move(happening));
    }
    wake_.notify_one();
}

void EventWriter::run() {
    while (const auto happening = next()) {
        if (write(*happening)) continue;
        const std::lock_guard lock(mutex_);
        if (is_ending_) return;
    }
}

std::optional<Happening> EventWriter::next() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return is_ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return std::nullopt;
    wake_.wait_until(lock, pace_.next(Pace::Clock::now()), [&] { return is_ending_; });
    Happening happening = std::move(waiting_.front());
    waiting_.pop_front();
    return happening;
}

/// False where it could not be written: it is lost, for the next tells more than a late one.
bool EventWriter::write(const Happening& happening) {
    const auto series = repeats_.count(happening);
    if (!series) return true;
    const auto event = event_of(happening, *series, means_.instance);
    const Result<void> written =
        event ? send(means_.cluster, write_of(*event, *series)) : Result<void>(event.error());
    if (written) return true;
    means_.metrics.event_lost();
    means_.log.line(
        ports::Severity::Debug,
        happening.release.id.in_namespace + "/" + happening.release.id.name,
        format(
            "the Event \"{}\" could not be written: {}", happening.reason, written.error().message
        )
    );
    return false;
}

}  // namespace slipway::telemetry

#include "edge/telemetry/event_writer.hpp"

#include <array>
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

Result<void> apply(ports::Cluster& cluster, const Object& event) {
    const std::array<ports::Write, 1> writes{ports::Apply{
        .kind = event_kind(), .object = event, .field_manager = "slipway-operator", .force = true}};
    for (const auto& answer : cluster.write(ports::Identity::itself(), writes)) {
        if (!answer) return answer.error();
    }
    return {};
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
        event ? apply(means_.cluster, *event) : Result<void>(event.error());
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

#include "edge/telemetry/recorder.hpp"

#include <utility>

#include "core/base/text.hpp"
#include "edge/telemetry/event_writer.hpp"

namespace slipway::telemetry {
namespace {

class Telling : public ports::Recorder {
public:
    explicit Telling(Outlets outlets)
        : outlets_(std::move(outlets)),
          events_(
              {.log = outlets_.log,
               .metrics = outlets_.metrics,
               .cluster = outlets_.cluster,
               .instance = outlets_.instance}
          ) {}

    void log(ports::Severity severity, std::string_view release, std::string_view message)
        override {
        outlets_.log.line(severity, release, message);
    }

    void event(
        const ports::Subject& release,
        bool warning,
        std::string_view reason,
        std::string_view action,
        std::string_view note
    ) override {
        outlets_.log.line(
            warning ? ports::Severity::Warning : ports::Severity::Info,
            release.id.in_namespace.empty() ? std::string(release.id.name)
                                            : release.id.in_namespace + "/" + release.id.name,
            format("{}: {}", reason, note)
        );
        events_.add({
            .release = release,
            .warning = warning,
            .reason = std::string(reason),
            .action = std::string(action),
            .note = std::string(note),
            .at = outlets_.clock.now(),
        });
    }

    void reconciled(std::string_view result, Duration took) override {
        outlets_.metrics.reconciled(result, took);
    }
    void failed(ErrorKind kind) override { outlets_.metrics.failed(kind); }
    void phase_changed(std::string_view release, std::optional<ReleasePhase> phase) override {
        outlets_.metrics.phase_changed(release, phase);
    }
    void queue_depth(std::size_t depth) override { outlets_.metrics.queue_depth(depth); }
    void leading(bool is_leader) override { outlets_.metrics.leading(is_leader); }

private:
    Outlets outlets_;
    EventWriter events_;
};

}  // namespace

std::unique_ptr<ports::Recorder> make_recorder(Outlets outlets) {
    return std::make_unique<Telling>(std::move(outlets));
}

}  // namespace slipway::telemetry

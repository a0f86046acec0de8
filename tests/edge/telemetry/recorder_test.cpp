#include "edge/telemetry/recorder.hpp"

#include <future>

#include "edge/telemetry/event_writer.hpp"
#include "fixture.hpp"

namespace slipway::test {
namespace {

using nlohmann::json;
using ports::Severity;
using telemetry::EventWriter;

struct Office {
    SetClock clock;
    std::ostringstream out;
    telemetry::Log log{clock, Severity::Debug, out};
    telemetry::Metrics metrics;
    EventCluster cluster;

    std::unique_ptr<ports::Recorder> recorder() {
        return telemetry::make_recorder(
            {.log = log, .metrics = metrics, .clock = clock, .cluster = cluster, .instance = "me"}
        );
    }
    EventWriter::Means means(std::size_t room) {
        return {.log = log, .metrics = metrics, .cluster = cluster, .instance = "me", .room = room};
    }
    bool lost(int count) const {
        return metrics.text().find("slipway_events_lost_total " + std::to_string(count) + "\n") !=
               std::string::npos;
    }
};

/// Holds the first write until it is let go.
struct Held {
    explicit Held(EventCluster& cluster) {
        cluster.answer = [this, is_first = true](const Object&) mutable {
            if (std::exchange(is_first, false)) {
                reached.set_value();
                go.get_future().wait();
                return Result<ports::Written>(ports::Written{});
            }
            return later;
        };
    }
    Result<ports::Written> later = ports::Written{};  ///< What the others are answered.
    std::promise<void> reached;
    std::promise<void> go;
};

}  // namespace

TEST_CASE(
    "an Event is written as the operator itself, and said in the log", "[telemetry][recorder]"
) {
    Office office;

    office.recorder()->event(shop_web(), true, "HookFailed", "RunHook", "Job/migrate: exit code 3");

    const auto written = office.cluster.written();
    REQUIRE(written.size() == 1);
    CHECK(written[0].kind.api_version() == "events.k8s.io/v1");
    CHECK(written[0].kind.plural == "events");
    CHECK(written[0].object.text("/note") == "Job/migrate: exit code 3");
    CHECK(written[0].object.text("/reportingInstance") == "me");
    const json line = json::parse(office.out.str());
    CHECK(line["level"] == "warning");
    CHECK(line["release"] == "shop/web");
    CHECK(line["message"] == "HookFailed: Job/migrate: exit code 3");
}

TEST_CASE("a repeat is written into the Event that is there", "[telemetry][recorder]") {
    Office office;

    {
        const auto recorder = office.recorder();
        recorder->event(shop_web(), false, "Waiting", "Wait", "Deployment/web: 0/1");
        office.clock.time += 30s;
        recorder->event(shop_web(), false, "Waiting", "Wait", "Deployment/web: 0/1");
    }

    const auto written = office.cluster.written();
    REQUIRE(written.size() == 2);
    CHECK(written[0].object.id() == written[1].object.id());
    CHECK(written[0].is_new);
    CHECK_FALSE(written[1].is_new);
    CHECK_FALSE(written[0].object.has("/series"));
    CHECK(written[1].object.integer("/series/count", 0) == 2);
}

TEST_CASE(
    "an Event that is not accepted is counted and costs nothing else", "[telemetry][recorder]"
) {
    Office office;
    office.cluster.answer = [](const Object& event) -> Result<ports::Written> {
        if (event.text("/note") != "first") return ports::Written{};
        return Error{ErrorKind::Forbidden, "namespace shop is being terminated"};
    };

    {
        EventWriter writer(office.means(10));
        writer.add(happening("first"));
    }

    CHECK(office.lost(1));
    CHECK(office.out.str().find("being terminated") != std::string::npos);
}

TEST_CASE("an Event that is there already was written", "[telemetry][recorder]") {
    Office office;
    office.cluster.answer = [](const Object&) -> Result<ports::Written> {
        return Error{ErrorKind::AlreadyExists, "events \"web.1\" already exists"};
    };

    {
        EventWriter writer(office.means(10));
        writer.add(happening("answered too late"));
    }

    CHECK(office.lost(0));
}

TEST_CASE("who tells an Event never waits for the API server", "[telemetry][recorder]") {
    Office office;
    Held held(office.cluster);
    auto recorder = office.recorder();
    recorder->event(shop_web(), false, "A", "A", "held");
    held.reached.get_future().wait();

    for (int count = 0; count < 5; ++count) {
        recorder->event(shop_web(), false, "A", "A", std::to_string(count));
    }

    CHECK(office.cluster.written().empty());
    held.go.set_value();
    recorder.reset();
    CHECK(office.cluster.notes() == std::vector<std::string>{"held", "0", "1", "2", "3", "4"});
}

TEST_CASE("where too many Events wait, the oldest is lost and counted", "[telemetry][recorder]") {
    Office office;
    Held held(office.cluster);
    {
        EventWriter writer(office.means(2));
        writer.add(happening("held"));
        held.reached.get_future().wait();

        for (const char* note : {"oldest", "older", "newest"}) {
            writer.add(happening(note));
        }

        held.go.set_value();
    }
    CHECK(office.cluster.notes() == std::vector<std::string>{"held", "older", "newest"});
    CHECK(office.lost(1));
}

TEST_CASE("at the end the API server is not asked again once it refused", "[telemetry][recorder]") {
    Office office;
    Held held(office.cluster);
    held.later = Error{ErrorKind::Unavailable, "no answer"};
    {
        EventWriter writer(office.means(10));
        for (const char* note : {"held", "accepted no more", "not tried"}) {
            writer.add(happening(note));
        }
        held.reached.get_future().wait();

        writer.end();

        held.go.set_value();
    }
    CHECK(office.cluster.notes() == std::vector<std::string>{"held", "accepted no more"});
}

TEST_CASE("what is recorded reaches its metric", "[telemetry][recorder]") {
    Office office;
    const auto recorder = office.recorder();

    recorder->reconciled("success", 5ms);
    recorder->failed(ErrorKind::Timeout);
    recorder->phase_changed("shop/web", ReleasePhase::Deploying);
    recorder->queue_depth(4);
    recorder->leading(true);
    recorder->log(Severity::Info, "", "hello");

    const std::string text = office.metrics.text();
    for (const char* part :
         {R"(result="success"} 1)",
          R"(slipway_errors_total{reason="Timeout"} 1)",
          R"(phase="Deploying"} 1)",
          R"(name="release"} 4)",
          R"(leader_election_master_status{name="slipway-operator"} 1)"}) {
        CAPTURE(part);
        CHECK(text.find(part) != std::string::npos);
    }
    CHECK(json::parse(office.out.str())["message"] == "hello");
}

}  // namespace slipway::test

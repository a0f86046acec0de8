/// Refused writes: which are repeated, when, and which end the attempt.
#include "core/machine/judgement.hpp"

#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;
using namespace std::chrono_literals;

namespace {

const std::string settings = "ConfigMap/settings";

Situation refused(Error error, int count = 1) {
    Situation release = deploying(object("ConfigMap", "{name: settings}"));
    release.refuses(settings, std::move(error), count);
    return release;
}

}  // namespace

TEST_CASE(
    "a refused write is repeated after a pause that doubles up to ten seconds", "[machine][refusal]"
) {
    struct Row {
        int count;
        Duration pause;
    };
    const auto row = GENERATE(
        Row{1, 100ms}, Row{2, 200ms}, Row{3, 400ms}, Row{7, 6400ms}, Row{8, 10s}, Row{1000, 10s}
    );
    CAPTURE(row.count);
    Situation release = refused({ErrorKind::Conflict, "changed meanwhile"}, row.count);

    release.now = noon + row.pause - 1ms;
    CHECK(release.effects().empty());
    CHECK(release.step().look_again == noon + row.pause);

    release.now = noon + row.pause;
    CHECK(release.effects() == Effects{"apply ConfigMap/settings"});
}

TEST_CASE(
    "what waits for a webhook asks for it every two seconds at the latest", "[machine][refusal]"
) {
    Situation release = refused({ErrorKind::WebhookUnavailable, "connection refused"}, 1000);

    release.now = noon + 1999ms;
    CHECK(release.effects().empty());
    release.now = noon + 2s;
    CHECK(release.effects() == Effects{"apply ConfigMap/settings"});
}

TEST_CASE(
    "of many that wait for a webhook a hundred ask for it in a second", "[machine][refusal]"
) {
    struct Row {
        int waiting;
        Duration pause;
    };
    const auto row = GENERATE(Row{200, 2s}, Row{500, 5s}, Row{5000, 10s});
    CAPTURE(row.waiting);
    Situation release = refused({ErrorKind::WebhookUnavailable, "connection refused"}, 1000);
    for (int other = 1; other < row.waiting; ++other) {
        const ObjectId id{.kind = "ConfigMap", .name = std::to_string(other)};
        release.refusals.emplace(id, release.refusals.begin()->second);
    }

    CHECK(release.step().look_again == noon + row.pause);
}

TEST_CASE("the server's Retry-After is respected", "[machine][refusal]") {
    Situation release = refused({ErrorKind::Throttled, "too many requests", 7s});

    release.now = noon + 6999ms;
    CHECK(release.effects().empty());
    release.now = noon + 7s;
    CHECK(release.effects() == Effects{"apply ConfigMap/settings"});
}

TEST_CASE(
    "some refusals mend themselves, the others end the attempt at once", "[machine][refusal]"
) {
    struct Row {
        ErrorKind kind;
        int count;
        bool final;
    };
    const auto row = GENERATE(
        Row{ErrorKind::Conflict, 50, false},
        Row{ErrorKind::Unavailable, 50, false},
        Row{ErrorKind::Throttled, 50, false},
        Row{ErrorKind::WebhookUnavailable, 50, false},
        Row{ErrorKind::UnknownKind, 9, false},
        Row{ErrorKind::UnknownKind, 10, true},
        Row{ErrorKind::Forbidden, 1, true},
        Row{ErrorKind::Rejected, 1, true},
        Row{ErrorKind::FieldConflict, 1, true},
        Row{ErrorKind::QuotaExceeded, 1, true}
    );
    CAPTURE(reason(row.kind), row.count);
    const Situation release = refused({row.kind, "no"}, row.count);

    const auto failure = release.judged(settings).failure;

    CHECK(failure.has_value() == row.final);
    if (failure) CHECK(failure->message == "ConfigMap/settings: no");
}

TEST_CASE("a write that will be repeated says what was refused", "[machine][refusal]") {
    const Situation release = refused({ErrorKind::Unavailable, "the API server did not answer"});

    CHECK(
        release.step().status.waiting_for ==
        std::vector<std::string>{
            "ConfigMap/settings: will be tried again: the API server did not answer"}
    );
}

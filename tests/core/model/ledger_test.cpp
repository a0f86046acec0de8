#include "core/model/ledger.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

const Time noon = *parse_time("2026-11-20T12:00:00.250Z");
const ObjectId web{.group = "apps", .kind = "Deployment", .in_namespace = "shop", .name = "web"};
const ObjectId migrate{.group = "batch", .kind = "Job", .in_namespace = "shop", .name = "migrate"};

Ledger full_ledger() {
    return {
        .revisions =
            {{
                 .number = 1,
                 .digest = "sha256:aa",
                 .operation = Operation::Install,
                 .state = RevisionState::Failed,
                 .started_at = noon,
                 .finished_at = noon + 3s,
                 .message = "Job/migrate failed",
             },
             {.number = 2, .digest = "sha256:bb", .state = RevisionState::Superseded}},
        .attempt = 2,
        .settled = {"pre-install hook Job/migrate", "group -1"},
        .stage_started_at = noon + 1s,
        .operation_started_at = noon + 2s,
        .waits_since = {{web, noon + 5ms}},
        .retry_at = noon + 4s,
        .failures = 1,
        .failed = true,
        .failure_reason = "HookFailed",
        .failure_message = "Job/migrate failed",
        .handled_retry_at = "now",
        .deleting = true,
        .given_up = true,
        .suspended = true,
        .ever_deployed = true,
        .inventory =
            {{web,
              {
                  .id = web,
                  .version = "v1",
                  .uid = "u1",
                  .digest = "sha256:cc",
                  .order = 7,
                  .group = -1,
                  .delete_phase = 2,
                  .delete_phase_given = true,
                  .keep = true,
                  .propagation = Propagation::Orphan,
                  .delete_after = {migrate},
                  .completed_digest = "sha256:dd",
                  .failed_uid = "u3",
              }},
             {migrate, {.id = migrate, .version = "v1"}}},
        .runs = {{
            .event = "pre-install",
            .place = 1,
            .attempt = 2,
            .object = migrate,
            .version = "v1",
            .marker = "marker",
            .state = RunState::Failed,
            .uid = "u2",
            .started_at = noon,
            .finished_at = noon + 1s,
            .exit_code = 3,
            .message = "exit code 3",
            .deleted = true,
            .ended = true,
        }},
        .kept = {migrate},
        .withheld_ttls =
            {{.id = migrate, .version = "v1", .uid = "u4", .seconds = 60, .deletes = true}},
        .adoptions = {{web, {.id = web, .version = "v1", .uid = "u5"}}},
    };
}

/// Initialises whatever it is given to.
struct Anything {
    template <class T>
    operator T() const;
};

/// How many members an aggregate has.
template <class T, class... Values>
constexpr std::size_t fields_up_to() {
    if constexpr (requires { T{Values{}..., Anything{}}; }) {
        return fields_up_to<T, Values..., Anything>();
    } else {
        return sizeof...(Values);
    }
}

template <class T>
constexpr std::size_t fields_of = fields_up_to<T>();

}  // namespace

TEST_CASE("a ledger survives the store to the millisecond", "[model][ledger]") {
    // A field that is added to these must be added to full_ledger() and to the document.
    static_assert(fields_of<Ledger> == 21);
    static_assert(fields_of<Revision> == 7);
    static_assert(fields_of<InventoryEntry> == 13);
    static_assert(fields_of<HookRun> == 14);
    static_assert(fields_of<WithheldTtl> == 5);
    static_assert(fields_of<Adoption> == 3);

    const auto read = ledger_from_json(json::parse(to_json(full_ledger()).dump()));

    REQUIRE(read);
    CHECK(*read == full_ledger());
    CHECK(*ledger_from_json(to_json(Ledger{})) == Ledger{});
}

TEST_CASE("a damaged ledger is refused instead of looking like an empty one", "[model][ledger]") {
    struct Row {
        const char* damage;  ///< A JSON patch.
        const char* place;
    };
    const auto row = GENERATE(
        Row{R"([{"op": "replace", "path": "", "value": {}}])", "/attempt"},
        Row{R"([{"op": "replace", "path": "", "value": null}])", "/"},
        Row{R"([{"op": "replace", "path": "", "value": []}])", "/"},
        Row{R"([{"op": "remove", "path": "/inventory"}])", "/inventory"},
        Row{R"([{"op": "replace", "path": "/inventory", "value": {}}])", "/inventory"},
        Row{R"([{"op": "remove", "path": "/inventory/0/object/name"}])",
            "/inventory/0/object/name"},
        Row{R"([{"op": "replace", "path": "/inventory/0/order", "value": 99999999999}])",
            "/inventory/0/order"},
        Row{R"([{"op": "replace", "path": "/inventory/0/order", "value": "7"}])",
            "/inventory/0/order"},
        Row{R"([{"op": "copy", "from": "/inventory/0", "path": "/inventory/0"}])",
            "/inventory/1/completedDigest"},
        Row{R"([{"op": "replace", "path": "/runs/0/state", "value": "Odd"}])", "/runs/0/state"},
        Row{R"([{"op": "replace", "path": "/runs/0/startedAt", "value": "noon"}])",
            "/runs/0/startedAt"},
        Row{R"([{"op": "replace", "path": "/revisions/0/state", "value": 1}])",
            "/revisions/0/state"},
        Row{R"([{"op": "replace", "path": "/settled/0", "value": 1}])", "/settled/0"},
        Row{R"([{"op": "replace", "path": "/format", "value": 2}])", "/format"},
        Row{R"([{"op": "add", "path": "/unheardOf", "value": 1}])", "/unheardOf"}
    );
    CAPTURE(row.damage);

    const auto read = ledger_from_json(to_json(full_ledger()).patch(json::parse(row.damage)));

    REQUIRE_FALSE(read);
    CHECK(read.error().kind == ErrorKind::Internal);
    CHECK(
        read.error().message ==
        "the stored record of this release cannot be read at " + std::string(row.place) +
            "; it is damaged, or a newer Slipway wrote it: restore the release's Secrets from a "
            "backup, or run that Slipway"
    );
}

TEST_CASE("every state of a ledger survives the store", "[model][ledger]") {
    using enum RunState;
    for (const auto state : {Intended, Created, Succeeded, Failed}) {
        Ledger ledger;
        ledger.runs = {{.state = state}};
        CHECK(*ledger_from_json(to_json(ledger)) == ledger);
    }
    using State = RevisionState;
    for (const auto state : {State::Deploying, State::Deployed, State::Failed, State::Superseded}) {
        Ledger ledger;
        ledger.revisions = {{.state = state}};
        CHECK(*ledger_from_json(to_json(ledger)) == ledger);
    }
}

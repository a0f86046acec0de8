/// What the operator writes into the status is what the schema lets in.
#include <algorithm>

#include "core/model/release_status.hpp"
#include "crds/schema.hpp"

using namespace slipway;
using namespace slipway::crd;

namespace {

using Complaints = std::vector<std::string>;

void compare(
    const std::string& path, const json& value, const json& schema, Complaints& complaints
);

bool is_of_type(const json& value, const std::string& type) {
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "boolean") return value.is_boolean();
    return type == "array" ? value.is_array() : value.is_object();
}

void compare_object(
    const std::string& path, const json& value, const json& schema, Complaints& complaints
) {
    for (const json& name : schema.value("required", json::array())) {
        if (!value.contains(name))
            complaints.push_back(path + " has no " + name.get<std::string>());
    }
    for (const auto& [name, member] : value.items()) {
        const std::string place = path + "." + name;
        if (!schema.at("properties").contains(name)) {
            complaints.push_back(place + " is not in the schema");
        } else {
            compare(place, member, schema.at("properties").at(name), complaints);
        }
    }
}

void compare_text(
    const std::string& path, const json& value, const json& schema, Complaints& complaints
) {
    if (value.get<std::string>().size() > schema.at("maxLength").get<std::size_t>()) {
        complaints.push_back(path + " is too long");
    }
    const json choices = schema.value("enum", json::array());
    if (!choices.empty() && std::find(choices.begin(), choices.end(), value) == choices.end()) {
        complaints.push_back(path + " is " + value.dump());
    }
}

/// As the API server would judge it; lengths in bytes, which is stricter.
void compare(
    const std::string& path, const json& value, const json& schema, Complaints& complaints
) {
    if (!is_of_type(value, schema.at("type"))) {
        complaints.push_back(path + " is of another type");
    } else if (value.is_object()) {
        compare_object(path, value, schema, complaints);
    } else if (value.is_string()) {
        compare_text(path, value, schema, complaints);
    } else if (value.is_array()) {
        if (value.size() > schema.at("maxItems").get<std::size_t>()) {
            complaints.push_back(path + " has too many items");
        }
        for (const json& item : value)
            compare(path + "[]", item, schema.at("items"), complaints);
    }
}

const Complaints none;

Complaints complaints_of(const ReleaseStatus& status) {
    Complaints complaints;
    compare("status", to_json(status), schema("status"), complaints);
    return complaints;
}

/// A status with `count` of everything, each with texts of `length`.
ReleaseStatus status_of(std::size_t count, std::size_t length) {
    const std::string text(length, 'x');
    const Time noon = *parse_time("2026-11-20T12:00:00Z");
    const auto done = ProgressState::Done;
    return {
        .observed_generation = 3,
        .observed_digest = "sha256:aa",
        .phase = ReleasePhase::Deploying,
        .operation = Operation::Upgrade,
        .revision = 4,
        .attempt = 2,
        .stage = StageCursor{.index = 3, .count = 6, .name = text},
        .progress = "7/12",
        .waiting_for = std::vector<std::string>(count, text),
        .stages = std::vector<StageProgress>(count, {text, "Group", done, noon, noon, 4, 1}),
        .hooks = std::vector<HookProgress>(
            count, {"pre-install", "Job", "migrate", done, noon, noon, 3, text}
        ),
        .warnings = std::vector<Warning>(count, {"SLW012", text, text}),
        .inventory = {2, "sha256:bb", std::vector<std::string>(count, text)},
        .history = std::vector<HistoryEntry>(
            count, {3, "Install", "Deployed", noon, noon, "sha256:cc", text}
        ),
        .handled_reconcile_at = "r",
        .handled_retry_at = "t",
        .conditions =
            std::vector<StatusCondition>(count, {"Ready", "False", "Waiting", text, 3, noon}),
    };
}

}  // namespace

TEST_CASE("the API server lets every status in", "[crds]") {
    const auto count = GENERATE(0U, 1U, 150U, 250U, 600U);
    const auto length = GENERATE(1U, 100U, 600U, 5000U);
    CAPTURE(count, length);

    CHECK(complaints_of(status_of(count, length)) == none);
}

TEST_CASE("the API server knows every word of a status", "[crds]") {
    using enum ReleasePhase;
    for (const auto phase : {Pending, Deploying, Deployed, Failed, Deleting, Suspended}) {
        ReleaseStatus status;
        status.phase = phase;
        CHECK(complaints_of(status) == none);
    }
    for (const auto one :
         {Operation::Install, Operation::Upgrade, Operation::Rollback, Operation::Delete}) {
        ReleaseStatus status;
        status.operation = one;
        CHECK(complaints_of(status) == none);
    }
    using State = ProgressState;
    for (const auto state : {State::Pending, State::Running, State::Done, State::Failed}) {
        ReleaseStatus status;
        status.stages = {{.name = "a", .state = state}};
        status.hooks = {{.name = "a", .state = state}};
        CHECK(complaints_of(status) == none);
    }
}

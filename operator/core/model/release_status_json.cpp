#include <nlohmann/json.hpp>

#include "core/model/json_fields.hpp"
#include "core/model/release_status.hpp"
#include "core/model/status_limits.hpp"

namespace slipway {
namespace {

using fields::find;
using fields::integer;
using fields::number;
using fields::put_text;
using fields::put_time;
using fields::text;
using fields::texts;
using fields::time;
using nlohmann::json;

template <class T>
void put_list(json& object, const char* key, const std::vector<T>& items, json (*write)(const T&)) {
    if (items.empty()) return;
    json& list = object[key] = json::array();
    for (const T& item : items)
        list.push_back(write(item));
}

template <class T>
std::vector<T> list(const json& object, const char* key, T (*read)(const json&)) {
    std::vector<T> items;
    const json* found = find(object, key);
    if (found == nullptr || !found->is_array()) return items;
    for (const json& item : *found)
        items.push_back(read(item));
    return items;
}

ProgressState state_of(const json& object) {
    return progress_state(text(object, "state")).value_or(ProgressState::Pending);
}

json write_stage(const StageProgress& stage) {
    json object{
        {"name", stage.name},
        {"state", word(stage.state)},
        {"total", stage.total},
        {"ready", stage.ready},
    };
    put_text(object, "kind", stage.kind);
    put_time(object, "startedAt", stage.started_at);
    put_time(object, "finishedAt", stage.finished_at);
    return object;
}

StageProgress read_stage(const json& object) {
    return {
        .name = text(object, "name"),
        .kind = text(object, "kind"),
        .state = state_of(object),
        .started_at = time(object, "startedAt"),
        .finished_at = time(object, "finishedAt"),
        .total = number(object, "total"),
        .ready = number(object, "ready"),
    };
}

json write_hook(const HookProgress& hook) {
    json object{{"state", word(hook.state)}};
    put_text(object, "event", hook.event);
    put_text(object, "kind", hook.kind);
    put_text(object, "name", hook.name);
    put_time(object, "startedAt", hook.started_at);
    put_time(object, "finishedAt", hook.finished_at);
    if (hook.exit_code) object["exitCode"] = *hook.exit_code;
    put_text(object, "message", hook.message);
    return object;
}

HookProgress read_hook(const json& object) {
    const bool exited = find(object, "exitCode") != nullptr;
    return {
        .event = text(object, "event"),
        .kind = text(object, "kind"),
        .name = text(object, "name"),
        .state = state_of(object),
        .started_at = time(object, "startedAt"),
        .finished_at = time(object, "finishedAt"),
        .exit_code = exited ? std::optional(number(object, "exitCode")) : std::nullopt,
        .message = text(object, "message"),
    };
}

json write_warning(const Warning& warning) {
    json object{{"message", warning.message}};
    put_text(object, "rule", warning.rule);
    put_text(object, "object", warning.object);
    return object;
}

Warning read_warning(const json& object) {
    return {
        .rule = text(object, "rule"),
        .message = text(object, "message"),
        .object = text(object, "object"),
    };
}

json write_history(const HistoryEntry& entry) {
    json object{{"revision", entry.revision}};
    put_text(object, "operation", entry.operation);
    put_text(object, "state", entry.state);
    put_time(object, "startedAt", entry.started_at);
    put_time(object, "finishedAt", entry.finished_at);
    put_text(object, "digest", entry.digest);
    put_text(object, "message", entry.message);
    return object;
}

HistoryEntry read_history(const json& object) {
    return {
        .revision = number(object, "revision"),
        .operation = text(object, "operation"),
        .state = text(object, "state"),
        .started_at = time(object, "startedAt"),
        .finished_at = time(object, "finishedAt"),
        .digest = text(object, "digest"),
        .message = text(object, "message"),
    };
}

json write_condition(const StatusCondition& condition) {
    return {
        {"type", condition.type},
        {"status", condition.status},
        {"reason", condition.reason},
        {"message", condition.message},
        {"observedGeneration", condition.observed_generation},
        {"lastTransitionTime", to_text(condition.last_transition_time)},
    };
}

StatusCondition read_condition(const json& object) {
    return {
        .type = text(object, "type"),
        .status = text(object, "status"),
        .reason = text(object, "reason"),
        .message = text(object, "message"),
        .observed_generation = integer(object, "observedGeneration"),
        .last_transition_time = time(object, "lastTransitionTime").value_or(Time{}),
    };
}

json write_inventory(const InventorySummary& inventory) {
    json object{{"count", inventory.count}};
    put_text(object, "digest", inventory.digest);
    if (!inventory.entries.empty()) object["entries"] = inventory.entries;
    return object;
}

InventorySummary read_inventory(const json& status) {
    const json* object = find(status, "inventory");
    if (object == nullptr) return {};
    return {
        .count = number(*object, "count"),
        .digest = text(*object, "digest"),
        .entries = texts(*object, "entries"),
    };
}

std::optional<StageCursor> read_cursor(const json& status) {
    const json* object = find(status, "stage");
    if (object == nullptr || !object->is_object()) return std::nullopt;
    return StageCursor{
        .index = number(*object, "index"),
        .count = number(*object, "count"),
        .name = text(*object, "name"),
    };
}

json write_handled(const ReleaseStatus& status) {
    json object = json::object();
    put_text(object, "reconcileAt", status.handled_reconcile_at);
    put_text(object, "retryAt", status.handled_retry_at);
    return object;
}

json write(const ReleaseStatus& status) {
    json object{
        {"observedGeneration", status.observed_generation},
        {"phase", word(status.phase)},
        {"revision", status.revision},
        {"attempt", status.attempt},
        {"inventory", write_inventory(status.inventory)},
    };
    put_text(object, "observedDigest", status.observed_digest);
    if (status.operation) object["operation"] = word(*status.operation);
    if (const auto& stage = status.stage) {
        object["stage"] = {{"index", stage->index}, {"count", stage->count}, {"name", stage->name}};
    }
    put_text(object, "progress", status.progress);
    if (!status.waiting_for.empty()) object["waitingFor"] = status.waiting_for;
    put_list(object, "stages", status.stages, write_stage);
    put_list(object, "hooks", status.hooks, write_hook);
    put_list(object, "warnings", status.warnings, write_warning);
    put_list(object, "history", status.history, write_history);
    if (json handled = write_handled(status); !handled.empty()) {
        object["lastHandled"] = std::move(handled);
    }
    put_list(object, "conditions", status.conditions, write_condition);
    return object;
}

/// As the API server will see it: bytes that are no UTF-8 (a log may hold any) are replaced.
std::string serialised(const ReleaseStatus& status) {
    return write(status).dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

json to_json(const ReleaseStatus& status) {
    ReleaseStatus shown = limits::bounded(status);
    std::string document = serialised(shown);
    for (std::size_t next = 0; document.size() >= limits::status_bytes; ++next) {
        const limits::Eviction evict = limits::eviction(next);
        if (evict == nullptr) break;
        evict(shown);
        document = serialised(shown);
    }
    return json::parse(document);
}

ReleaseStatus status_from_json(const json& status) {
    const json* found = find(status, "lastHandled");
    const json handled = found == nullptr ? json::object() : *found;
    return {
        .observed_generation = integer(status, "observedGeneration"),
        .observed_digest = text(status, "observedDigest"),
        .phase = release_phase(text(status, "phase")).value_or(ReleasePhase::Pending),
        .operation = operation(text(status, "operation")),
        .revision = number(status, "revision"),
        .attempt = number(status, "attempt"),
        .stage = read_cursor(status),
        .progress = text(status, "progress"),
        .waiting_for = texts(status, "waitingFor"),
        .stages = list(status, "stages", read_stage),
        .hooks = list(status, "hooks", read_hook),
        .warnings = list(status, "warnings", read_warning),
        .inventory = read_inventory(status),
        .history = list(status, "history", read_history),
        .handled_reconcile_at = text(handled, "reconcileAt"),
        .handled_retry_at = text(handled, "retryAt"),
        .conditions = list(status, "conditions", read_condition),
    };
}

}  // namespace slipway

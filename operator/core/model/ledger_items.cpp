#include "core/model/ledger_items.hpp"

#include <nlohmann/json.hpp>

#include "core/model/json_fields.hpp"

namespace slipway::ledger_items {
namespace {

using fields::find;
using fields::flag;
using fields::number;
using fields::put_exact_time;
using fields::put_flag;
using fields::put_text;
using fields::text;
using fields::time;
using nlohmann::json;

RunState run_state(std::string_view text) {
    using enum RunState;
    for (const RunState state : {Intended, Created, Succeeded, Failed}) {
        if (word(state) == text) return state;
    }
    return Intended;
}

RevisionState revision_state(std::string_view text) {
    using enum RevisionState;
    for (const RevisionState state : {Deploying, Deployed, Failed, Superseded}) {
        if (word(state) == text) return state;
    }
    return Deploying;
}

}  // namespace

json write_id(const ObjectId& id) {
    json object{{"kind", id.kind}, {"name", id.name}};
    put_text(object, "group", id.group);
    put_text(object, "namespace", id.in_namespace);
    return object;
}

ObjectId read_id(const json& object) {
    return {
        .group = text(object, "group"),
        .kind = text(object, "kind"),
        .in_namespace = text(object, "namespace"),
        .name = text(object, "name"),
    };
}

namespace {

ObjectId read_object(const json& item) {
    const json* object = find(item, "object");
    return object == nullptr ? ObjectId{} : read_id(*object);
}

std::vector<ObjectId> read_ids(const json& item, const char* key) {
    std::vector<ObjectId> ids;
    const json* list = find(item, key);
    if (list == nullptr || !list->is_array()) return ids;
    for (const json& id : *list)
        ids.push_back(read_id(id));
    return ids;
}

}  // namespace

json write_entry(const InventoryEntry& entry) {
    json object{
        {"object", write_id(entry.id)},
        {"version", entry.version},
        {"order", entry.order},
        {"group", entry.group},
        {"deletePhase", entry.delete_phase},
    };
    put_text(object, "uid", entry.uid);
    put_text(object, "digest", entry.digest);
    put_flag(object, "deletePhaseGiven", entry.delete_phase_given);
    put_flag(object, "keep", entry.keep);
    if (entry.propagation != Propagation::Foreground)
        object["propagation"] = word(entry.propagation);
    for (const ObjectId& id : entry.delete_after)
        object["deleteAfter"].push_back(write_id(id));
    put_text(object, "completedDigest", entry.completed_digest);
    put_text(object, "failedUid", entry.failed_uid);
    return object;
}

InventoryEntry read_entry(const json& object) {
    return {
        .id = read_object(object),
        .version = text(object, "version"),
        .uid = text(object, "uid"),
        .digest = text(object, "digest"),
        .order = number(object, "order"),
        .group = number(object, "group"),
        .delete_phase = number(object, "deletePhase"),
        .delete_phase_given = flag(object, "deletePhaseGiven"),
        .keep = flag(object, "keep"),
        .propagation = propagation_of(text(object, "propagation")).value_or(Propagation{}),
        .delete_after = read_ids(object, "deleteAfter"),
        .completed_digest = text(object, "completedDigest"),
        .failed_uid = text(object, "failedUid"),
    };
}

json write_run(const HookRun& run) {
    json object{
        {"event", run.event},
        {"place", run.place},
        {"attempt", run.attempt},
        {"object", write_id(run.object)},
        {"version", run.version},
        {"marker", run.marker},
        {"state", word(run.state)},
    };
    put_text(object, "uid", run.uid);
    put_exact_time(object, "startedAt", run.started_at);
    put_exact_time(object, "finishedAt", run.finished_at);
    if (run.exit_code) object["exitCode"] = *run.exit_code;
    put_text(object, "message", run.message);
    put_flag(object, "deleted", run.deleted);
    put_flag(object, "ended", run.ended);
    return object;
}

HookRun read_run(const json& object) {
    const bool exited = find(object, "exitCode") != nullptr;
    return {
        .event = text(object, "event"),
        .place = number(object, "place"),
        .attempt = number(object, "attempt"),
        .object = read_object(object),
        .version = text(object, "version"),
        .marker = text(object, "marker"),
        .state = run_state(text(object, "state")),
        .uid = text(object, "uid"),
        .started_at = time(object, "startedAt"),
        .finished_at = time(object, "finishedAt"),
        .exit_code = exited ? std::optional(number(object, "exitCode")) : std::nullopt,
        .message = text(object, "message"),
        .deleted = flag(object, "deleted"),
        .ended = flag(object, "ended"),
    };
}

json write_ttl(const WithheldTtl& ttl) {
    json object{
        {"object", write_id(ttl.id)},
        {"version", ttl.version},
        {"uid", ttl.uid},
        {"seconds", ttl.seconds},
    };
    put_flag(object, "deletes", ttl.deletes);
    return object;
}

WithheldTtl read_ttl(const json& object) {
    return {
        .id = read_object(object),
        .version = text(object, "version"),
        .uid = text(object, "uid"),
        .seconds = number(object, "seconds"),
        .deletes = flag(object, "deletes"),
    };
}

json write_adoption(const std::pair<const ObjectId, Adoption>& entry) {
    const Adoption& adoption = entry.second;
    return {
        {"object", write_id(adoption.id)},
        {"version", adoption.version},
        {"uid", adoption.uid},
    };
}

Adoption read_adoption(const json& object) {
    return {
        .id = read_object(object),
        .version = text(object, "version"),
        .uid = text(object, "uid"),
    };
}

json write_revision(const Revision& revision) {
    json object{
        {"number", revision.number},
        {"digest", revision.digest},
        {"operation", word(revision.operation)},
        {"state", word(revision.state)},
    };
    put_exact_time(object, "startedAt", revision.started_at);
    put_exact_time(object, "finishedAt", revision.finished_at);
    put_text(object, "message", revision.message);
    return object;
}

Revision read_revision(const json& object) {
    return {
        .number = number(object, "number"),
        .digest = text(object, "digest"),
        .operation = operation(text(object, "operation")).value_or(Operation::Install),
        .state = revision_state(text(object, "state")),
        .started_at = time(object, "startedAt"),
        .finished_at = time(object, "finishedAt"),
        .message = text(object, "message"),
    };
}

}  // namespace slipway::ledger_items

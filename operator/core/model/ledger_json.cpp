#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/json_fields.hpp"
#include "core/model/ledger.hpp"

namespace slipway {
namespace {

using fields::find;
using fields::flag;
using fields::number;
using fields::put_exact_time;
using fields::put_flag;
using fields::put_text;
using fields::text;
using fields::texts;
using fields::time;
using nlohmann::json;

/// Of the form of the document. An operator refuses forms that it does not know.
constexpr int ledger_format = 1;

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

ObjectId read_object(const json& item) {
    const json* object = find(item, "object");
    return object == nullptr ? ObjectId{} : read_id(*object);
}

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
    return {
        {"object", write_id(ttl.id)},
        {"version", ttl.version},
        {"uid", ttl.uid},
        {"seconds", ttl.seconds},
    };
}

WithheldTtl read_ttl(const json& object) {
    return {
        .id = read_object(object),
        .version = text(object, "version"),
        .uid = text(object, "uid"),
        .seconds = number(object, "seconds"),
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

/// Every item of the list under `key`, read by `read` and handed to `add`.
template <class Read, class Add>
void each(const json& document, const char* key, Read read, Add add) {
    const json* list = find(document, key);
    if (list == nullptr || !list->is_array()) return;
    for (const json& item : *list)
        add(read(item));
}

Ledger read(const json& document) {
    Ledger ledger{
        .attempt = number(document, "attempt"),
        .settled = texts(document, "settled"),
        .stage_started_at = time(document, "stageStartedAt"),
        .operation_started_at = time(document, "operationStartedAt"),
        .retry_at = time(document, "retryAt"),
        .failures = number(document, "failures"),
        .failed = flag(document, "failed"),
        .failure_reason = text(document, "failureReason"),
        .failure_message = text(document, "failureMessage"),
        .handled_retry_at = text(document, "handledRetryAt"),
        .deleting = flag(document, "deleting"),
        .suspended = flag(document, "suspended"),
        .ever_deployed = flag(document, "everDeployed"),
    };
    each(document, "revisions", read_revision, [&](Revision revision) {
        ledger.revisions.push_back(std::move(revision));
    });
    each(document, "inventory", read_entry, [&](InventoryEntry entry) {
        const ObjectId id = entry.id;
        ledger.inventory.emplace(id, std::move(entry));
    });
    each(document, "runs", read_run, [&](HookRun run) { ledger.runs.push_back(std::move(run)); });
    each(document, "kept", read_id, [&](ObjectId id) { ledger.kept.push_back(std::move(id)); });
    each(document, "withheldTtls", read_ttl, [&](WithheldTtl ttl) {
        ledger.withheld_ttls.push_back(std::move(ttl));
    });
    each(document, "adoptions", read_adoption, [&](Adoption adoption) {
        const ObjectId id = adoption.id;
        ledger.adoptions.emplace(id, std::move(adoption));
    });
    return ledger;
}

/// The first place where two documents differ, as a JSON pointer; "/" for the whole.
std::string first_difference(const json& left, const json& right) {
    const json difference = json::diff(left, right);
    const std::string path = difference.empty() ? "" : text(difference.front(), "path");
    return path.empty() ? "/" : path;
}

template <class Items, class Write>
json list_of(const Items& items, Write write) {
    json list = json::array();
    for (const auto& item : items)
        list.push_back(write(item));
    return list;
}

}  // namespace

json to_json(const Ledger& ledger) {
    const auto write_object = [](const auto& entry) { return write_entry(entry.second); };
    json document{
        {"format", ledger_format},
        {"revisions", list_of(ledger.revisions, write_revision)},
        {"attempt", ledger.attempt},
        {"settled", ledger.settled},
        {"failures", ledger.failures},
        {"inventory", list_of(ledger.inventory, write_object)},
        {"runs", list_of(ledger.runs, write_run)},
        {"kept", list_of(ledger.kept, write_id)},
    };
    put_exact_time(document, "stageStartedAt", ledger.stage_started_at);
    put_exact_time(document, "operationStartedAt", ledger.operation_started_at);
    put_exact_time(document, "retryAt", ledger.retry_at);
    put_flag(document, "failed", ledger.failed);
    put_text(document, "failureReason", ledger.failure_reason);
    put_text(document, "failureMessage", ledger.failure_message);
    put_text(document, "handledRetryAt", ledger.handled_retry_at);
    put_flag(document, "deleting", ledger.deleting);
    put_flag(document, "suspended", ledger.suspended);
    put_flag(document, "everDeployed", ledger.ever_deployed);
    if (!ledger.withheld_ttls.empty())
        document["withheldTtls"] = list_of(ledger.withheld_ttls, write_ttl);
    if (!ledger.adoptions.empty())
        document["adoptions"] = list_of(ledger.adoptions, write_adoption);
    return document;
}

Result<Ledger> ledger_from_json(const json& document) {
    Ledger ledger = read(document);
    // What reads back as it was written is whole; anything else is not ours, whatever it is.
    const json written = to_json(ledger);
    if (written == document) return ledger;
    return Error{
        ErrorKind::Internal,
        format(
            "the stored record of this release cannot be read at {}; it is damaged, or a newer "
            "Slipway wrote it: restore the release's Secrets from a backup, or run that Slipway",
            first_difference(document, written)
        )};
}

}  // namespace slipway

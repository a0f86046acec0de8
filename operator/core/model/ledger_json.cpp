#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/json_fields.hpp"
#include "core/model/ledger.hpp"
#include "core/model/ledger_items.hpp"

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
using ledger_items::read_adoption;
using ledger_items::read_entry;
using ledger_items::read_id;
using ledger_items::read_revision;
using ledger_items::read_run;
using ledger_items::read_ttl;
using ledger_items::write_adoption;
using ledger_items::write_entry;
using ledger_items::write_id;
using ledger_items::write_revision;
using ledger_items::write_run;
using ledger_items::write_ttl;
using nlohmann::json;

/// Of the form of the document. An operator refuses forms that it does not know.
constexpr int ledger_format = 1;

/// Every item of the list under `key`, read by `read` and handed to `add`.
template <class Read, class Add>
void each(const json& document, const char* key, Read read, Add add) {
    const json* list = find(document, key);
    if (list == nullptr || !list->is_array()) return;
    for (const json& item : *list)
        add(read(item));
}

json write_wait(const std::pair<const ObjectId, Time>& wait) {
    json object{{"object", write_id(wait.first)}};
    put_exact_time(object, "since", wait.second);
    return object;
}

std::pair<const ObjectId, Time> read_wait(const json& item) {
    const json* object = find(item, "object");
    return {
        object == nullptr ? ObjectId{} : read_id(*object), time(item, "since").value_or(Time{})};
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
        .given_up = flag(document, "givenUp"),
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
    each(document, "waitsSince", read_wait, [&](const auto& wait) {
        ledger.waits_since.insert(wait);
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
    put_flag(document, "givenUp", ledger.given_up);
    put_flag(document, "suspended", ledger.suspended);
    put_flag(document, "everDeployed", ledger.ever_deployed);
    if (!ledger.withheld_ttls.empty())
        document["withheldTtls"] = list_of(ledger.withheld_ttls, write_ttl);
    if (!ledger.adoptions.empty())
        document["adoptions"] = list_of(ledger.adoptions, write_adoption);
    if (!ledger.waits_since.empty())
        document["waitsSince"] = list_of(ledger.waits_since, write_wait);
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

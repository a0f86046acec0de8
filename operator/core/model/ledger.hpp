/// The ledger of one Release: what must survive any crash because the cluster cannot tell it.
///
/// Written to the store before the effects it stands for (write-ahead): an object is in the
/// inventory before it is created, a hook's intent before its object, an outcome before anything
/// builds on it. An entry leaves the inventory only after its absence was proven.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/dense_map.hpp"
#include "core/base/time.hpp"
#include "core/model/object_id.hpp"
#include "core/model/propagation.hpp"
#include "core/model/release_status.hpp"

namespace slipway {

struct InventoryEntry {
    ObjectId id{};
    Interned version{};  ///< "v1": how it was applied last.
    Interned uid{};      ///< "" until the object is known to exist: then it is only intended.
    Interned digest{};   ///< Of the content applied last; "" until then.
    int order = 0;       ///< Place in the order of creation; deletion goes backwards.
    int group = 0;
    int delete_phase = 0;
    bool delete_phase_given = false;  ///< The author consented to the deletion of dangerous kinds.
    bool keep = false;
    Propagation propagation = Propagation::Foreground;  ///< Of its deletion.
    /// What must be gone before it is deleted.
    std::vector<ObjectId> delete_after{};
    /// A Job or Pod that ran to completion with this digest; its later absence is not drift.
    Interned completed_digest{};
    /// The uid of a Job or Pod that failed: the next attempt makes it anew.
    Interned failed_uid{};
    bool operator==(const InventoryEntry&) const = default;
};

/// What was ever applied and is not proven gone.
using Inventory = DenseMap<ObjectId, InventoryEntry>;

enum class RunState { Intended, Created, Succeeded, Failed };

/// One run of one hook at one place of one event, in one attempt.
struct HookRun {
    std::string event{};
    int place = 0;
    int attempt = 1;
    ObjectId object{};
    std::string version{};
    std::string marker{};  ///< The value of the run annotation.
    RunState state = RunState::Intended;
    std::string uid{};
    std::optional<Time> started_at{};
    std::optional<Time> finished_at{};
    std::optional<int> exit_code{};
    std::string message{};
    bool deleted = false;  ///< Removed by its policy: gone, or (given up) on its way.
    bool ended = false;    ///< We ask for its deletion while it may run: for other content.
    bool operator==(const HookRun&) const = default;
};

/// A finished Job whose ttlSecondsAfterFinished is still to be set, or a finished Job or Pod that
/// is to be deleted: before its outcome is durable it would be gone, and its pods, exit codes and
/// logs with it.
struct WithheldTtl {
    ObjectId id{};
    std::string version{};
    std::string uid{};
    int seconds = 0;
    bool deletes = false;  ///< By its delete policy; no TTL is set then.
    bool operator==(const WithheldTtl&) const = default;
};

/// An object that belonged to nobody and was taken: the managers that it had before are still to
/// lose what they own of it.
struct Adoption {
    ObjectId id{};
    std::string version{};
    std::string uid{};
    bool operator==(const Adoption&) const = default;
};

enum class RevisionState { Deploying, Deployed, Failed, Superseded };

struct Revision {
    int number = 0;
    std::string digest{};  ///< Of the desired content.
    Operation operation = Operation::Install;
    RevisionState state = RevisionState::Deploying;
    std::optional<Time> started_at{};
    std::optional<Time> finished_at{};
    std::string message{};
    bool operator==(const Revision&) const = default;
};

struct Ledger {
    std::vector<Revision> revisions{};  ///< The newest last.
    int attempt = 1;                    ///< Of the newest revision (or of the deletion).
    /// Names of the stages that have settled in it: never judged again within the revision.
    std::vector<std::string> settled{};
    std::optional<Time> stage_started_at{};
    std::optional<Time> operation_started_at{};
    /// Of objects of this stage with a timeout of their own: when they were applied.
    std::map<ObjectId, Time> waits_since{};
    std::optional<Time> retry_at{};  ///< When a failed attempt is tried again.
    int failures = 0;                ///< In a row, of this revision; the limit is the spec's.
    bool failed = false;             ///< The attempt has failed; the next one has not begun.
    std::string failure_reason{};    ///< Why, as the error's kind in a word.
    std::string failure_message{};
    std::string handled_retry_at{};  ///< The last value of the annotation that was obeyed.
    bool deleting = false;
    /// What hooks of the newest revision left is being removed for other content: it cannot go on.
    bool given_up = false;
    bool suspended = false;      ///< In the middle of a walk, whose clocks stand still.
    bool ever_deployed = false;  ///< Some revision was Deployed: the next one is an Upgrade.
    Inventory inventory{};
    std::vector<HookRun> runs{};  ///< Of the newest revision (or of the deletion).
    /// What hooks of earlier revisions left behind: listed as kept.
    std::vector<ObjectId> kept{};
    std::vector<WithheldTtl> withheld_ttls{};
    std::map<ObjectId, Adoption> adoptions{};
    bool operator==(const Ledger&) const = default;

    const Revision* newest() const { return revisions.empty() ? nullptr : &revisions.back(); }
    /// Whether this content is the newest revision's, and that may go on: else a new one begins.
    bool is_about(const std::string& digest) const {
        return newest() != nullptr && newest()->digest == digest && !given_up;
    }
};

std::string_view word(RunState state);
std::string_view word(RevisionState state);

nlohmann::json to_json(const Ledger& ledger);
/// Refuses (Internal) what to_json cannot have written: a damaged ledger must not look like an
/// empty one.
Result<Ledger> ledger_from_json(const nlohmann::json& document);

}  // namespace slipway

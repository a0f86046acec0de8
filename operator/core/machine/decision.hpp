/// What a step decides: what must be durable first, what to do after it, what to say, when to look
/// again.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/model/ledger.hpp"
#include "core/model/release_status.hpp"

namespace slipway::machine {

/// Find out, live, what these objects are; `external` ones as the Release's account.
struct Look {
    std::vector<ObjectId> objects{};
};

/// Find out what exists under the names of all that the plan is going to put there: one list of
/// metadata a kind and namespace.
struct TakeSurvey {};

/// Which unit of the plan, by place.
struct UnitAt {
    std::size_t stage = 0;
    std::size_t unit = 0;
};

/// Server-side apply of a unit's object.
struct ApplyUnit {
    UnitAt at{};
    std::string uid{};               ///< The fence; "" where the object is not there yet.
    std::string resource_version{};  ///< The fence of upgrades; "" for none.
    bool force = true;
    /// Of a hook that is applied because its kind is never deleted, or of the revision that made
    /// anew what each revision does.
    std::string run{};
    std::optional<int> replicas{};  ///< In place of the body's.
};

/// POST of a hook's object, marked with its run.
struct CreateHook {
    UnitAt at{};
    std::string run{};
};

struct DeleteObject {
    ObjectId id{};
    std::string version{};
    std::string uid{};
    Propagation propagation = Propagation::Foreground;
};

/// Sets the ttlSecondsAfterFinished of a Job whose outcome is durable.
struct SetTtl {
    WithheldTtl ttl{};
};

/// Takes what we applied of an adopted object from the managers that owned it before.
struct TakeFields {
    Adoption adoption{};
};

using Effect =
    std::variant<TakeSurvey, Look, ApplyUnit, CreateHook, DeleteObject, SetTtl, TakeFields>;

/// What becomes an Event on the Release.
struct Note {
    bool warning = false;
    std::string reason{};
    std::string action{};
    std::string text{};
};

struct Decision {
    bool set_finalizer = false;      ///< Before anything else.
    bool keep_content = false;       ///< Before the ledger.
    std::optional<Ledger> ledger{};  ///< Durable before the effects.
    /// It says nothing but that a revision begins, or that a stage has settled which would be
    /// judged the same again: it may become durable with the next ledger, or while objects are
    /// applied that the inventory has, so that nobody waits for it.
    bool ledger_may_lag = false;
    std::vector<Effect> effects{};
    bool farewell = false;  ///< Erase the ledger, then drop the finalizer.
    ReleaseStatus status{};
    std::vector<Note> notes{};
    std::optional<Time> look_again{};
    /// The ledger moved: there is more to decide at once.
    bool again = false;
};

}  // namespace slipway::machine

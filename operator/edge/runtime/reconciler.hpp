/// One Release, looked at once: what is, what to do, doing it; until there is nothing to do at
/// once.
#pragma once

#include <optional>
#include <string>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

class Reconciler {
public:
    Reconciler(Hands hands, ReleaseCache& releases)
        : hands_(std::move(hands)), releases_(releases) {}

    /// When to look again at the latest; nothing where only an event can change anything. Called
    /// for one key at a time.
    std::optional<Time> reconcile(const std::string& key);

private:
    /// Fails where the ledger cannot be read or written.
    Result<std::optional<Time>> look_at(
        const std::shared_ptr<Session>& session, const Object& live
    );
    /// False where the Release is no longer what the cache has; the cache then knows.
    Result<bool> is_still_so(const ObjectId& id);
    /// Until there is nothing more to do at once.
    Result<std::optional<Time>> walk(Session& session, const Object& live);
    /// As walk(), and whatever it wrote is durable.
    Result<std::optional<Time>> walk_to_rest(Session& session, const Object& live);
    /// Says what cannot be kept, where it is no passing matter, and when to try again.
    std::optional<Time> fail(Session& session, const Object& live, const Error& error);

    Hands hands_;
    ReleaseCache& releases_;
};

}  // namespace slipway::runtime

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
    std::optional<Time> walk(Session& session, const Object& live);

    Hands hands_;
    ReleaseCache& releases_;
};

}  // namespace slipway::runtime

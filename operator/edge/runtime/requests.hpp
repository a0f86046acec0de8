/// A decision's effects as requests to the cluster: bodies from the content, our marks, fences.
#pragma once

#include "core/machine/decision.hpp"
#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// One write with the object that it is about.
struct Request {
    ObjectId id{};
    ports::Write write;
};

const plan::Unit& unit_at(const Session& session, machine::UnitAt at);

/// Bodies are loaded where they are not at hand. UnknownKind where the API server does not serve
/// the object's kind (any more).
Result<Request> request_of(const Hands& hands, Session& session, const machine::ApplyUnit& apply);
Result<Request> request_of(const Hands& hands, Session& session, const machine::CreateHook& create);
Result<Request> request_of(
    const Hands& hands, const Session& session, const machine::DeleteObject& deletion
);
Result<Request> request_of(const Hands& hands, const Session& session, const machine::SetTtl& set);
/// Nothing where nobody else owns what we applied. Reads the live object.
Result<std::optional<Request>> request_of(
    Hands& hands, const Session& session, const ports::Identity& as, const machine::TakeFields& take
);

}  // namespace slipway::runtime

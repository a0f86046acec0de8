/// Looking: finding out, live, what objects are, and telling the session.
///
/// What is known to be the release's own is looked at with the operator's rights, everything else
/// as the Release's account; external dependencies are watched by name from then on.
#pragma once

#include <span>
#include <vector>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

/// From so many objects of one kind and namespace on, one list of the namespace is cheaper than a
/// get for each. The list is not as cheap as it looks: it tells of everybody's objects, and waits
/// until the server's watch cache has heard of etcd's progress, which it asks for every 100 ms; a
/// get takes a millisecond or two.
constexpr std::size_t worth_a_list = 50;

/// A unit of the plan as the session has it, by its object; nullptr where the plan has none.
const plan::Unit* unit_of(const Session& session, const ObjectId& id);

/// How the API server serves this object's kind; UnknownKind where it does not.
Result<Kind> kind_of(
    const Hands& hands, const Session& session, const ObjectId& id, const std::string& version
);

/// The turn of the session's sightings: read before a request, handed back with its answer.
std::uint64_t turn_of(Session& session);

/// Reduces the object that a request of turn `since` answered with, and tells the session of it
/// under the plan's `id`: a dependency's kind may have been unknown when the plan was made.
void tell_answer(
    const Hands& hands,
    Session& session,
    const ObjectId& id,
    const Object& live,
    std::uint64_t since
);

/// What was found when `asked` was asked for in turn `since`: told, where it is there or provably
/// absent. True then; else why not is a refusal.
bool tell_found(
    const Hands& hands,
    Session& session,
    const ports::Named& asked,
    const Result<Object>& found,
    std::uint64_t since
);
void refuse_look(const Hands& hands, Session& session, const ObjectId& id, const Error& error);

/// With the operator's own rights; where those do not reach, as the Release's account.
std::vector<Result<Object>> get_all_own(
    const Hands& hands, const ports::Identity& as, std::span<const ports::Named> names
);
Result<Object> get_own(
    const Hands& hands, const ports::Identity& as, const Kind& kind, const ObjectId& id
);
Result<std::vector<Object>> list_own(
    Hands& hands, const ports::Identity& as, const Kind& kind, const ports::Selection& selection
);

/// What was refused of the object last.
std::optional<machine::Refusal> refusal_in(const Session& session, const ObjectId& id);

/// `before`: what was refused before it, in a row.
machine::Refusal refused_again(
    const std::optional<machine::Refusal>& before, const Error& error, Time now
);

void look(
    Hands& hands, Session& session, const ports::Identity& as, const std::vector<ObjectId>& ids
);

}  // namespace slipway::runtime

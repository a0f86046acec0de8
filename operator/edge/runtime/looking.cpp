#include "edge/runtime/looking.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <span>
#include <tuple>

#include "edge/runtime/looking_outside.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;
using ports::Named;

/// Where an object of its kind was seen to change so lately, what was then will do for one that was
/// never seen: any answer is older than the write that it leads to.
constexpr auto lately = 1s;

std::string not_older_than(const Hands& hands, Session& session, const ObjectId& id) {
    const std::lock_guard lock(session.mutex);
    if (session.sightings.all().contains(id)) return "";
    return session.sightings.last_change_of(id.group_kind(), hands.clock.now() - lately);
}

/// A write that was refused stays refused until one is accepted: else its backoff never grew.
void accept_look(Session& session, const ObjectId& id) {
    const auto refused = session.refusals.find(id);
    if (refused != session.refusals.end() && refused->second.of_look)
        session.refusals.erase(refused);
}

void tell_absent(const Hands& hands, Session& session, const ObjectId& id) {
    const std::lock_guard lock(session.mutex);
    session.sightings.gone(id, hands.clock.now());
}

/// A version that is not served proves nothing: the object may be served in another.
bool proves_absence(const Hands& hands, const GroupKind& kind, const Error& error) {
    if (error.kind == ErrorKind::NotFound) return true;
    if (error.kind != ErrorKind::UnknownKind) return false;
    const auto served = hands.cluster.find_kind(kind, "");
    return !served && served.error().kind == ErrorKind::UnknownKind;
}

/// It is known to be this release's by its uid.
bool is_own(const Session& session, const ObjectId& id) {
    const Ledger& ledger = *session.ledger;
    const auto entry = ledger.inventory.find(id);
    if (entry != ledger.inventory.end() && !entry->second.uid.empty()) return true;
    return std::any_of(ledger.runs.begin(), ledger.runs.end(), [&](const HookRun& run) {
        return run.object == id && !run.uid.empty();
    });
}

/// What may be anybody's is read as the Release's account alone: that it exists, and whose it is,
/// may be none of the tenant's business.
void look_at_each(
    Hands& hands, Session& session, const ports::Identity& as, std::vector<Named> names
) {
    const auto others = std::stable_partition(names.begin(), names.end(), [&](const Named& one) {
        return is_own(session, one.id);
    });
    const std::span own(names.begin(), others);
    const std::span anybodys(others, names.end());
    const std::uint64_t since = turn_of(session);
    auto found = get_all_own(hands, as, own);
    std::ranges::move(hands.cluster.get_all(as, anybodys), std::back_inserter(found));
    for (std::size_t at = 0; at < names.size(); ++at)
        tell_found(hands, session, names[at], found[at], since);
}

/// One list of metadata tells which of many are there; those are then to be looked at by name.
std::vector<Named> narrow_down(
    Hands& hands, Session& session, const ports::Identity& as, std::vector<Named> names
) {
    const ports::Selection selection{
        .in_namespace = names.front().id.in_namespace, .metadata_only = true};
    const auto listed = hands.cluster.list(as, names.front().kind, selection);
    if (!listed && is_transient(listed.error().kind)) {
        for (const Named& one : names)
            refuse_look(hands, session, one.id, listed.error());
        return {};
    }
    if (!listed) return names;
    std::set<std::string> present;
    for (const Object& object : *listed)
        present.insert(std::string(object.name()));
    std::erase_if(names, [&](const Named& one) {
        if (present.contains(one.id.name)) return false;
        accept_look(session, one.id);
        tell_absent(hands, session, one.id);
        return true;
    });
    return names;
}

void tell_of_unknown_kind(
    const Hands& hands, Session& session, const ObjectId& id, const Error& error
) {
    if (error.kind != ErrorKind::UnknownKind) return refuse_look(hands, session, id, error);
    accept_look(session, id);
    tell_absent(hands, session, id);
}

/// Kind, version, namespace.
using Place = std::tuple<GroupKind, std::string, std::string>;

/// Those objects of one place that are to be looked at by name.
std::vector<Named> names_in_group(
    Hands& hands,
    Session& session,
    const ports::Identity& as,
    const std::string& version,
    const std::vector<ObjectId>& ids
) {
    const auto kind = kind_of(hands, session, ids.front(), version);
    if (!kind) {
        for (const ObjectId& id : ids)
            tell_of_unknown_kind(hands, session, id, kind.error());
        return {};
    }
    std::vector<Named> names;
    for (const ObjectId& id : ids) {
        hands.kind_watches.ensure(*kind, id, as, depth_of(session, id));
        names.push_back({*kind, id, not_older_than(hands, session, id)});
    }
    if (names.size() < worth_a_list) return names;
    return narrow_down(hands, session, as, std::move(names));
}

}  // namespace

void refuse_look(const Hands& hands, Session& session, const ObjectId& id, const Error& error) {
    const auto before = refusal_in(session, id);
    auto refusal = refused_again(before, error, hands.clock.now());
    refusal.of_look = !before || before->of_look;
    session.refusals.insert_or_assign(id, refusal);
}

bool tell_found(
    const Hands& hands,
    Session& session,
    const Named& asked,
    const Result<Object>& found,
    std::uint64_t since
) {
    if (!found && !proves_absence(hands, asked.kind.group_kind(), found.error())) {
        refuse_look(hands, session, asked.id, found.error());
        return false;
    }
    accept_look(session, asked.id);
    if (found) {
        tell_answer(hands, session, asked.id, *found, since);
    } else {
        tell_absent(hands, session, asked.id);
    }
    return true;
}

const plan::Unit* unit_of(const Session& session, const ObjectId& id) {
    if (!session.plan) return nullptr;
    for (const plan::Stage& stage : session.plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            if (unit.id == id) return &unit;
        }
    }
    return nullptr;
}

Result<Kind> kind_of(
    const Hands& hands, const Session& session, const ObjectId& id, const std::string& version
) {
    const Kind* known = session.kinds.find(id.group_kind());
    if (known != nullptr && (version.empty() || version == known->version)) return *known;
    auto found = hands.cluster.find_kind(id.group_kind(), version);
    if (found || found.error().kind != ErrorKind::UnknownKind || version.empty()) return found;
    // No longer served in the version in which it was applied: in another it is the same object.
    return known != nullptr ? *known : hands.cluster.find_kind(id.group_kind(), "");
}

std::uint64_t turn_of(Session& session) {
    const std::lock_guard lock(session.mutex);
    return session.sightings.turn();
}

void tell_answer(
    const Hands& hands,
    Session& session,
    const ObjectId& id,
    const Object& live,
    std::uint64_t since
) {
    const Time now = hands.clock.now();
    std::optional<std::string> news;
    {
        const std::lock_guard lock(session.mutex);
        const auto seen = observe_in(session, live, now);
        news = news_of(session.sightings, id, seen);
        session.sightings.see_answer(id, seen, now, since);
    }
    if (news) hands.recorder.log(ports::Severity::Debug, session.key, *news);
}

std::vector<Result<Object>> get_all_own(
    const Hands& hands, const ports::Identity& as, std::span<const Named> names
) {
    auto found = hands.cluster.get_all(ports::Identity::itself(), names);
    std::vector<std::size_t> forbidden;
    std::vector<Named> again;
    for (std::size_t at = 0; at < names.size(); ++at) {
        if (found[at] || found[at].error().kind != ErrorKind::Forbidden) continue;
        forbidden.push_back(at);
        again.push_back(names[at]);
    }
    if (again.empty()) return found;
    auto as_account = hands.cluster.get_all(as, again);
    for (std::size_t one = 0; one < forbidden.size(); ++one)
        found[forbidden[one]] = std::move(as_account[one]);
    return found;
}

Result<Object> get_own(
    const Hands& hands, const ports::Identity& as, const Kind& kind, const ObjectId& id
) {
    const Named one{kind, id};
    return std::move(get_all_own(hands, as, {&one, 1}).front());
}

Result<std::vector<Object>> list_own(
    Hands& hands, const ports::Identity& as, const Kind& kind, const ports::Selection& selection
) {
    auto listed = hands.cluster.list(ports::Identity::itself(), kind, selection);
    if (!listed && listed.error().kind == ErrorKind::Forbidden)
        return hands.cluster.list(as, kind, selection);
    return listed;
}

std::optional<machine::Refusal> refusal_in(const Session& session, const ObjectId& id) {
    const auto known = session.refusals.find(id);
    return known == session.refusals.end() ? std::nullopt : std::optional(known->second);
}

machine::Refusal refused_again(
    const std::optional<machine::Refusal>& before, const Error& error, Time now
) {
    return {.error = error, .at = now, .count = before ? before->count + 1 : 1};
}

void look(
    Hands& hands, Session& session, const ports::Identity& as, const std::vector<ObjectId>& ids
) {
    std::map<Place, std::vector<ObjectId>> groups;
    for (const ObjectId& id : ids) {
        const plan::Unit* unit = unit_of(session, id);
        if (unit != nullptr && unit->action == plan::Action::Await) {
            look_outside(hands, session, as, *unit);
        } else {
            const std::string version = unit == nullptr ? "" : unit->version;
            groups[{id.group_kind(), version, id.in_namespace}].push_back(id);
        }
    }
    std::vector<Named> names;
    for (const auto& [place, members] : groups) {
        auto more = names_in_group(hands, session, as, std::get<1>(place), members);
        std::ranges::move(more, std::back_inserter(names));
    }
    look_at_each(hands, session, as, std::move(names));
}

}  // namespace slipway::runtime

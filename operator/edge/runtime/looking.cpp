#include "edge/runtime/looking.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace slipway::runtime {
namespace {

/// Follows one external dependency by name, and tells of it under the plan's id for it.
class ExternalSink final : public ports::WatchSink {
public:
    ExternalSink(Hands& hands, std::weak_ptr<Session> session, ObjectId id)
        : hands_(hands), session_(std::move(session)), id_(std::move(id)) {}

    void on_object(const Object& object) override {
        const auto session = session_.lock();
        if (!session) return;
        tell_answer(hands_, *session, id_, object, turn_of(*session));
        hands_.wake(session->key);
    }
    void on_left(const ObjectId&, const std::string& uid) override {
        const auto session = session_.lock();
        if (!session) return;
        {
            const std::lock_guard lock(session->mutex);
            session->sightings.lost(id_, uid, hands_.clock.now());
        }
        hands_.wake(session->key);
    }
    void on_rewound() override {
        for (const std::string& key : hands_.sessions.doubt_all())
            hands_.wake(key);
    }
    void on_synced() override {}
    void on_trouble(const Error&) override {}

private:
    Hands& hands_;
    std::weak_ptr<Session> session_;
    ObjectId id_;
};

void refuse_look(const Hands& hands, Session& session, const ObjectId& id, const Error& error) {
    const auto before = refusal_in(session, id);
    auto refusal = refused_again(before, error, hands.clock.now());
    refusal.of_look = !before || before->of_look;
    session.refusals.insert_or_assign(id, refusal);
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
Result<Object> get_as_allowed(
    Hands& hands, Session& session, const ports::Identity& as, const Kind& kind, const ObjectId& id
) {
    return is_own(session, id) ? get_own(hands, as, kind, id) : hands.cluster.get(as, kind, id);
}

void look_at_one(
    Hands& hands, Session& session, const ports::Identity& as, const Kind& kind, const ObjectId& id
) {
    const std::uint64_t since = turn_of(session);
    const auto found = get_as_allowed(hands, session, as, kind, id);
    if (found) {
        accept_look(session, id);
        return tell_answer(hands, session, id, *found, since);
    }
    if (!proves_absence(hands, id.group_kind(), found.error()))
        return refuse_look(hands, session, id, found.error());
    accept_look(session, id);
    tell_absent(hands, session, id);
}

/// One list of metadata tells which of many are there; those are then looked at one by one.
void look_at_many(
    Hands& hands,
    Session& session,
    const ports::Identity& as,
    const Kind& kind,
    const std::vector<ObjectId>& ids
) {
    const ports::Selection selection{
        .in_namespace = ids.front().in_namespace, .metadata_only = true};
    const auto listed = hands.cluster.list(as, kind, selection);
    std::set<std::string> present;
    if (listed) {
        for (const Object& object : *listed)
            present.insert(std::string(object.name()));
    }
    for (const ObjectId& id : ids) {
        if (!listed || present.contains(id.name)) {
            look_at_one(hands, session, as, kind, id);
        } else {
            accept_look(session, id);
            tell_absent(hands, session, id);
        }
    }
}

void tell_of_unknown_kind(
    const Hands& hands, Session& session, const ObjectId& id, const Error& error
) {
    if (error.kind != ErrorKind::UnknownKind) return refuse_look(hands, session, id, error);
    accept_look(session, id);
    tell_absent(hands, session, id);
}

Result<Kind> kind_of_dependency(Hands& hands, Session& session, const plan::Unit& unit) {
    if (!unit.resource.empty()) return hands.cluster.find_resource(unit.resource);
    return kind_of(hands, session, unit.id, unit.version);
}

void look_outside(
    Hands& hands, Session& session, const ports::Identity& as, const plan::Unit& unit
) {
    const auto kind = kind_of_dependency(hands, session, unit);
    if (!kind) return refuse_look(hands, session, unit.id, kind.error());
    const ObjectId live{
        .group = kind->group,
        .kind = kind->kind,
        .in_namespace = kind->namespaced ? unit.id.in_namespace : "",
        .name = unit.id.name};
    const std::uint64_t since = turn_of(session);
    const auto found = hands.cluster.get(as, *kind, live);
    if (found) {
        accept_look(session, unit.id);
        tell_answer(hands, session, unit.id, *found, since);
    } else if (proves_absence(hands, kind->group_kind(), found.error())) {
        accept_look(session, unit.id);
        tell_absent(hands, session, unit.id);
    } else {
        return refuse_look(hands, session, unit.id, found.error());
    }
    auto& watch = session.external_watches[unit.id];
    if (watch) return;
    const ports::Selection selection{.in_namespace = live.in_namespace, .name = live.name};
    watch = hands.cluster.watch(
        as,
        *kind,
        selection,
        std::make_shared<ExternalSink>(hands, hands.sessions.find(session.key), unit.id)
    );
}

/// Kind, version, namespace.
using Place = std::tuple<GroupKind, std::string, std::string>;

/// Objects of one place.
void look_at_group(
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
        return;
    }
    for (const ObjectId& id : ids)
        hands.kind_watches.ensure(*kind, id, as, depth_of(session, id));
    if (ids.size() >= worth_a_list) return look_at_many(hands, session, as, *kind, ids);
    for (const ObjectId& id : ids)
        look_at_one(hands, session, as, *kind, id);
}

}  // namespace

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

Result<Object> get_own(
    Hands& hands, const ports::Identity& as, const Kind& kind, const ObjectId& id
) {
    auto found = hands.cluster.get(ports::Identity::itself(), kind, id);
    if (!found && found.error().kind == ErrorKind::Forbidden)
        return hands.cluster.get(as, kind, id);
    return found;
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
    for (const auto& [place, members] : groups)
        look_at_group(hands, session, as, std::get<1>(place), members);
}

}  // namespace slipway::runtime

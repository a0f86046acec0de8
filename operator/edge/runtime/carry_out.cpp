#include "edge/runtime/carry_out.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "edge/runtime/definition_use.hpp"
#include "edge/runtime/looking.hpp"

namespace slipway::runtime {
namespace {

using machine::ApplyUnit;
using machine::CreateHook;
using machine::DeleteObject;
using machine::SetTtl;

/// One write with the object that it is about.
struct Sent {
    ObjectId id{};
    ports::Write write;
};

std::string field_manager(const Session& session) { return "slipway-" + session.uid; }

/// The object as its author wanted it, with our marks on it.
nlohmann::json marked(const Session& session, const plan::Unit& unit, const std::string& run) {
    nlohmann::json document = session.content->objects.at(*unit.body).object.document();
    nlohmann::json& metadata = document["metadata"];
    metadata["labels"][std::string(uid_label)] = session.uid;
    metadata["annotations"][std::string(release_annotation)] = session.key;
    metadata["annotations"][std::string(digest_annotation)] = unit.digest;
    if (!run.empty()) metadata["annotations"][std::string(run_annotation)] = run;
    if (unit.ttl) document["spec"].erase("ttlSecondsAfterFinished");
    return document;
}

void fence(nlohmann::json& document, const ApplyUnit& apply) {
    if (!apply.uid.empty()) document["metadata"]["uid"] = apply.uid;
    if (!apply.resource_version.empty())
        document["metadata"]["resourceVersion"] = apply.resource_version;
}

const plan::Unit& unit_at(const Session& session, machine::UnitAt at) {
    return session.plan->stages.at(at.stage).units.at(at.unit);
}

// TRY stands outside of braces: returning from within a braced initialiser, g++ 12 leaks the
// members that were built before.
Result<Sent> sent(const Hands& hands, const Session& session, const ApplyUnit& apply) {
    const plan::Unit& unit = unit_at(session, apply.at);
    const Kind kind = TRY(kind_of(hands, session, unit.id, unit.version));
    nlohmann::json document = marked(session, unit, apply.run);
    fence(document, apply);
    const Object object = TRY(Object::from_json(std::move(document)));
    return Sent{unit.id, ports::Apply{kind, object, field_manager(session), apply.force}};
}

Result<Sent> sent(const Hands& hands, const Session& session, const CreateHook& create) {
    const plan::Unit& unit = unit_at(session, create.at);
    const Kind kind = TRY(kind_of(hands, session, unit.id, unit.version));
    const Object object = TRY(Object::from_json(marked(session, unit, create.run)));
    return Sent{unit.id, ports::Create{kind, object, field_manager(session)}};
}

Result<Sent> sent(const Hands& hands, const Session& session, const DeleteObject& deletion) {
    const Kind kind = TRY(kind_of(hands, session, deletion.id, deletion.version));
    return Sent{deletion.id, ports::Delete{kind, deletion.id, deletion.uid}};
}

/// Under a name of its own: an apply that left the rest out would give up what we own of it.
Result<Sent> sent(const Hands& hands, const Session& session, const SetTtl& set) {
    const WithheldTtl& ttl = set.ttl;
    const Kind kind = TRY(kind_of(hands, session, ttl.id, ttl.version));
    nlohmann::json document{{"apiVersion", kind.api_version()}, {"kind", kind.kind}};
    document["metadata"] = {
        {"name", ttl.id.name}, {"namespace", ttl.id.in_namespace}, {"uid", ttl.uid}};
    document["spec"] = {{"ttlSecondsAfterFinished", ttl.seconds}};
    const Object object = TRY(Object::from_json(std::move(document)));
    return Sent{ttl.id, ports::Apply{kind, object, field_manager(session) + "-ttl", true}};
}

void refuse(const Hands& hands, Session& session, const ObjectId& id, const Error& error) {
    {
        // Whatever was thought to stand there: look again before the next write.
        const std::lock_guard lock(session.mutex);
        session.sightings.forget(id);
    }
    if (error.kind == ErrorKind::AlreadyExists) return;
    const auto known = session.refusals.find(id);
    const int count = known == session.refusals.end() ? 1 : known->second.count + 1;
    session.refusals.insert_or_assign(
        id, machine::Refusal{.error = error, .at = hands.clock.now(), .count = count}
    );
    hands.recorder.failed(error.kind);
}

void take_answer(
    const Hands& hands,
    Session& session,
    const ObjectId& id,
    const Result<ports::Written>& answer,
    std::uint64_t since
) {
    if (!answer) return refuse(hands, session, id, answer.error());
    session.refusals.erase(id);
    if (answer->object) return tell_answer(hands, session, id, *answer->object, since);
    const std::lock_guard lock(session.mutex);
    session.sightings.gone(id, hands.clock.now());
}

void watch_kinds(
    Hands& hands, Session& session, const ports::Identity& as, const std::vector<Sent>& writes
) {
    for (const Sent& one : writes) {
        std::visit(
            [&](const auto& write) {
                hands.kind_watches.ensure(write.kind, one.id, as, depth_of(session, one.id));
            },
            one.write
        );
    }
}

Result<void> may_go(
    Hands& hands, const Session& session, const ports::Identity& as, const ObjectId& id
) {
    return is_definition(id) ? check_unused(hands, session, as, id) : Result<void>{};
}

void write_all(
    Hands& hands,
    Session& session,
    const ports::Identity& as,
    const std::vector<machine::Effect>& effects
) {
    std::vector<Sent> writes;
    const auto collect = [&](const auto& effect, const ObjectId& id) {
        auto write = sent(hands, session, effect);
        if (write) {
            writes.push_back(std::move(*write));
        } else if (write.error().kind == ErrorKind::UnknownKind && std::is_same_v<decltype(effect), const DeleteObject&>) {
            // With its definition the object went.
            take_answer(hands, session, id, ports::Written{}, turn_of(session));
        } else {
            refuse(hands, session, id, write.error());
        }
    };
    for (const machine::Effect& effect : effects) {
        if (const auto* apply = std::get_if<ApplyUnit>(&effect))
            collect(*apply, unit_at(session, apply->at).id);
        if (const auto* create = std::get_if<CreateHook>(&effect))
            collect(*create, unit_at(session, create->at).id);
        if (const auto* deletion = std::get_if<DeleteObject>(&effect)) {
            const auto unused = may_go(hands, session, as, deletion->id);
            if (unused) {
                collect(*deletion, deletion->id);
            } else {
                refuse(hands, session, deletion->id, unused.error());
            }
        }
        if (const auto* ttl = std::get_if<SetTtl>(&effect)) collect(*ttl, ttl->ttl.id);
    }
    if (writes.empty()) return;
    watch_kinds(hands, session, as, writes);
    std::vector<ports::Write> batch;
    for (const Sent& one : writes)
        batch.push_back(one.write);
    const std::uint64_t since = turn_of(session);
    const auto answers = hands.cluster.write(as, batch);
    for (std::size_t i = 0; i < answers.size(); ++i)
        take_answer(hands, session, writes[i].id, answers[i], since);
}

std::vector<std::string> digests_of(const Ledger& ledger) {
    std::vector<std::string> digests;
    for (const Revision& revision : ledger.revisions)
        digests.push_back(revision.digest);
    return digests;
}

/// Contents of revisions that the ledger has forgotten go last: were they gone first, a crash would
/// leave a ledger that names what nobody has.
Result<void> make_durable(
    Hands& hands, Session& session, const Object& live, const machine::Decision& decision
) {
    if (decision.set_finalizer) TRY(hands.cluster.set_finalizer(live, true));
    if (decision.keep_content) {
        TRY(hands.store.save_content(
            session.uid, session.desired.digest, plan::serialise(*session.desired_content)
        ));
    }
    if (decision.ledger) {
        TRY(hands.store.save(session.uid, session.key, *decision.ledger));
        session.ledger = *decision.ledger;
    }
    if (decision.keep_content) {
        TRY(hands.store.keep_only(session.uid, digests_of(*session.ledger)));
    }
    return {};
}

void perform(
    Hands& hands,
    Session& session,
    const ports::Identity& as,
    const std::vector<machine::Effect>& effects
) {
    for (const machine::Effect& effect : effects) {
        if (const auto* looks = std::get_if<machine::Look>(&effect)) {
            look(hands, session, as, looks->objects);
        }
    }
    write_all(hands, session, as, effects);
}

/// The ledger goes first: were the finalizer first, a crash in between would leave the ledger for
/// good.
Result<void> say_farewell(Hands& hands, Session& session, const Object& live) {
    TRY(hands.store.erase(session.uid));
    // Our own status writes have moved the resourceVersion, which fences the finalizer.
    const Kind& kind = *KindCatalog::built_in().find(live.id().group_kind());
    const auto now = hands.cluster.get(ports::Identity::itself(), kind, live.id());
    if (!now && now.error().kind == ErrorKind::NotFound) return {};
    if (!now) return now.error();
    TRY(hands.cluster.set_finalizer(*now, false));
    return {};
}

}  // namespace

Result<void> carry_out(
    Hands& hands,
    Session& session,
    const std::optional<ports::Identity>& as,
    const Object& live,
    const machine::Decision& decision
) {
    TRY(make_durable(hands, session, live, decision));
    if (as) perform(hands, session, *as, decision.effects);
    const ports::Subject subject{.id = live.id(), .uid = live.uid()};
    for (const machine::Note& note : decision.notes) {
        hands.recorder.event(subject, note.warning, note.reason, note.action, note.text);
    }
    return decision.farewell ? say_farewell(hands, session, live) : Result<void>{};
}

}  // namespace slipway::runtime

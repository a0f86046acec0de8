#include "edge/runtime/requests.hpp"

#include <nlohmann/json.hpp>

#include "core/model/managed_fields.hpp"
#include "edge/runtime/desk.hpp"
#include "edge/runtime/looking.hpp"

namespace slipway::runtime {

using machine::ApplyUnit;
using machine::CreateHook;
using machine::DeleteObject;
using machine::SetTtl;
using machine::TakeFields;

namespace {

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

/// To be filled in: a change of this very object, and of no other that has its name.
nlohmann::json change_of(const Kind& kind, const ObjectId& id, const std::string& uid) {
    return {
        {"apiVersion", kind.api_version()},
        {"kind", kind.kind},
        {"metadata", {{"name", id.name}, {"namespace", id.in_namespace}, {"uid", uid}}}};
}

void fence(nlohmann::json& document, const ApplyUnit& apply) {
    if (!apply.uid.empty()) document["metadata"]["uid"] = apply.uid;
    if (!apply.resource_version.empty())
        document["metadata"]["resourceVersion"] = apply.resource_version;
}

}  // namespace

const plan::Unit& unit_at(const Session& session, machine::UnitAt at) {
    return session.plan->stages.at(at.stage).units.at(at.unit);
}

// TRY stands outside of braces: returning from within a braced initialiser, g++ 12 leaks the
// members that were built before.
Result<Request> request_of(const Hands& hands, Session& session, const ApplyUnit& apply) {
    TRY(load_bodies(hands, session));
    const plan::Unit& unit = unit_at(session, apply.at);
    const Kind kind = TRY(kind_of(hands, session, unit.id, unit.version));
    nlohmann::json document = marked(session, unit, apply.run);
    const bool has_spec = document.contains("spec") && document["spec"].is_object();
    if (apply.replicas && has_spec) document["spec"]["replicas"] = *apply.replicas;
    fence(document, apply);
    const Object object = TRY(Object::from_json(std::move(document)));
    return Request{unit.id, ports::Apply{kind, object, field_manager(session), apply.force}};
}

Result<Request> request_of(const Hands& hands, Session& session, const CreateHook& create) {
    TRY(load_bodies(hands, session));
    const plan::Unit& unit = unit_at(session, create.at);
    const Kind kind = TRY(kind_of(hands, session, unit.id, unit.version));
    const Object object = TRY(Object::from_json(marked(session, unit, create.run)));
    return Request{unit.id, ports::Create{kind, object, field_manager(session)}};
}

Result<Request> request_of(
    const Hands& hands, const Session& session, const DeleteObject& deletion
) {
    const Kind kind = TRY(kind_of(hands, session, deletion.id, deletion.version));
    return Request{
        deletion.id, ports::Delete{kind, deletion.id, deletion.uid, deletion.propagation}};
}

// Under a name of its own: an apply that left the rest out would give up what we own of it.
Result<Request> request_of(const Hands& hands, const Session& session, const SetTtl& set) {
    const WithheldTtl& ttl = set.ttl;
    const Kind kind = TRY(kind_of(hands, session, ttl.id, ttl.version));
    nlohmann::json document = change_of(kind, ttl.id, ttl.uid);
    document["spec"] = {{"ttlSecondsAfterFinished", ttl.seconds}};
    const Object object = TRY(Object::from_json(std::move(document)));
    return Request{ttl.id, ports::Apply{kind, object, field_manager(session) + "-ttl", true}};
}

Result<std::optional<Request>> request_of(
    Hands& hands, const Session& session, const ports::Identity& as, const TakeFields& take
) {
    const Adoption& adoption = take.adoption;
    const Kind kind = TRY(kind_of(hands, session, adoption.id, adoption.version));
    const Object live = TRY(get_own(hands, as, kind, adoption.id));
    const auto entries = entries_without_rivals(live, field_manager(session));
    if (!entries || live.uid() != adoption.uid) return std::optional<Request>();
    nlohmann::json document = change_of(kind, live.id(), live.uid());
    document["metadata"]["resourceVersion"] = live.resource_version();
    document["metadata"]["managedFields"] = *entries;
    const Object change = TRY(Object::from_json(std::move(document)));
    return std::optional(Request{adoption.id, ports::Merge{kind, change, field_manager(session)}});
}

}  // namespace slipway::runtime

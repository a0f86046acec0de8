/// Questions to objects of Kubernetes' own kinds.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/model/kind.hpp"
#include "core/model/object.hpp"

namespace slipway {

/// The CustomResourceDefinition of Kubernetes itself, not a kind of that name.
bool is_definition(const ObjectId& id);
/// The one that a custom kind would have: Kubernetes lets it have no other name.
ObjectId definition_of(const Kind& kind);
bool is_namespace(const ObjectId& id);
bool is_secret(const ObjectId& id);
bool is_pod(const ObjectId& id);
bool is_job(const ObjectId& id);
/// A PersistentVolumeClaim.
bool is_claim(const ObjectId& id);

/// Their deletion takes along what nobody named: everything inside, every custom resource, the
/// data.
bool takes_others_along(const ObjectId& id);

/// Where the pod template of a built-in workload stands, like "/spec/template"; "" where the kind
/// has none.
std::string_view pod_template_of(const GroupKind& kind);

/// The same of the pod spec, a Pod's own too.
std::string pod_spec_of(const ObjectId& id);

/// A Job's spec.ttlSecondsAfterFinished. Anything but a number that Kubernetes takes is none: it
/// stays where it is, for the server to refuse.
std::optional<int> ttl_of(const Object& object);

}  // namespace slipway

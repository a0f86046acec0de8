/// Readiness: may the next stage start, given what this live object says about itself?
///
/// Pure: looks only at the evidence it is handed. The answer carries its reason, because "not
/// ready" without a why is the question users ask most. Failed is said only where it is certain.
///
/// To teach the operator a new kind, add one file to rules/; its name is the rule's name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/model/object.hpp"

namespace slipway::readiness {

enum class State { Ready, Progressing, Failed };

struct Readiness {
    State state;
    Interned why;  ///< "0/1 replicas ready", without the object's name.
    /// When the verdict may change although the object does not (an image pull error turns into a
    /// failure after 60 s); nothing where only an event can change it.
    std::optional<Time> look_again{};
    /// Of what ran to completion: 0, or that of the container that failed where a pod tells it.
    std::optional<int> exit_code{};
};

/// What a rule may look at.
/// When the troubles of pods are final; the operator's flags say otherwise.
struct Patience {
    /// After so many a crash loop is a failure: a dependency that comes up late costs one or two.
    int crash_loop_restarts = 3;
    /// A registry may hiccup; an image that cannot be pulled for so long is not there.
    Duration image_pull = std::chrono::seconds(60);
};

struct Evidence {
    Object live;
    Time now{};
    /// The pods of an unready workload of its current revision, where somebody looked.
    std::vector<Object> pods{};
    /// They are about to be looked at: what failed is not judged before.
    bool pods_follow = false;
    /// Nobody here may look at them.
    bool pods_hidden = false;
    Patience patience{};
    /// `volumeBindingMode` of the claim's storage class, where it is known.
    std::string volume_binding_mode{};
};

struct Rule {
    std::string_view group;
    std::string_view kind;
    /// Its controller writes status.observedGeneration: without one it has not looked yet.
    bool observes_generation = false;
    bool looks_at_pods = false;
    bool runs_to_completion = false;
    Readiness (*assess)(const Evidence& evidence);
};

/// By the kind's rule; else by kstatus' generic rules: observedGeneration, Reconciling, Stalled,
/// Ready; else ready once stored.
Readiness assess(const Evidence& evidence);

/// True where readiness is completion (Job, Pod outside a controller): done once, and then for
/// good.
bool runs_to_completion(const ObjectId& id);

/// True for the built-in kinds that have no state of their own: their metadata tells all.
bool is_ready_once_stored(const ObjectId& id);

/// The completion of a hook's object: Job Complete or Failed, Pod Succeeded or Failed, CRD
/// Established; any other kind is done once stored (Helm).
Readiness assess_hook(const Evidence& evidence);

/// True where the kind's rule looks at the pods (Deployment, StatefulSet, DaemonSet, ReplicaSet,
/// ReplicationController, Job).
bool looks_at_pods(const ObjectId& id);

/// True of a Job that failed: only its pods know the exit code.
bool is_explained_by_pods(const Object& live);

}  // namespace slipway::readiness

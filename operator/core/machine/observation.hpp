/// What was observed of one object: its body reduced at once to what decides.
///
/// Bodies are dropped as soon as they are reduced, so that thousands of objects cost little. A fact
/// that nobody looked at is unknown, never "absent": absence needs proof.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/dense_map.hpp"
#include "core/model/object.hpp"
#include "core/plan/plan.hpp"
#include "core/readiness/readiness.hpp"

namespace slipway::machine {

enum class Presence { Unknown, Absent, Present };

/// Whose an object is, by the marks that tools leave on what they apply.
struct Owner {
    Interned text{};  ///< "Helm release shop/web"; "" where it belongs to nobody.
};

struct Observation {
    Presence presence = Presence::Unknown;
    bool works = false;  ///< A Job with a pod that runs, or such a pod.
    bool terminating = false;
    Interned uid{};
    std::string resource_version{};
    Interned digest{};              ///< Of the content that we applied last, by its annotation.
    Interned release{};             ///< The release annotation.
    Interned release_uid{};         ///< The label.
    Interned run{};                 ///< The run annotation of a hook's object.
    Owner owner{};                  ///< Other than a Release.
    std::optional<int> ttl{};       ///< A Job's ttlSecondsAfterFinished.
    std::optional<int> replicas{};  ///< spec.replicas.
    Time changed_at{};              ///< When it was last seen to change.
    Interned finalizers{};          ///< "example.com/guard, foregroundDeletion".
    readiness::Readiness verdict{readiness::State::Progressing, "not looked at yet", {}};
    /// The verdict of assess_hook, for objects of hooks.
    readiness::Readiness completion{readiness::State::Progressing, "not looked at yet", {}};
    condition::Verdict requirements{};

    bool is_present() const { return presence == Presence::Present; }
    bool is_absent() const { return presence == Presence::Absent; }
};

using Observations = DenseMap<ObjectId, Observation>;

/// What is known of the object, present or proven absent; nullptr where nobody knows.
const Observation* known(const Observations& live, const ObjectId& id);

/// What units say of an object beside its kind's readiness.
struct Expected {
    std::vector<condition::Requirement> wait_for{};
    std::vector<condition::Requirement> fail_when{};  ///< One that holds fails it.
    std::optional<int> failures_allowed{};            ///< So many restarts in a crash loop fail it.
};

/// Reduces a live object.
Observation observe(const readiness::Evidence& evidence, const Expected& expected = {});

/// What is proven not to be there.
Observation absent();

/// Helm, Argo CD, Flux: the marks they leave.
Owner owner_of(const Object& live);

}  // namespace slipway::machine

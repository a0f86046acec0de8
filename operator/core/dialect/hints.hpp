/// What the annotations of one object ask for, in one language for every dialect.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/condition/requirement.hpp"
#include "core/dialect/finding.hpp"
#include "core/model/propagation.hpp"
#include "core/model/release.hpp"

namespace slipway::dialect {

enum class HookEvent {
    PreInstall,
    PostInstall,
    PreUpgrade,
    PostUpgrade,
    PreRollback,
    PostRollback,
    PreDelete,
    PostDelete,
    Test
};
enum class HookDeletePolicy { BeforeCreation, Succeeded, Failed, Never };
/// When an object is deleted and made anew instead of being changed.
enum class Recreate {
    Never,
    Immutable,     ///< Where the server says that a field cannot change.
    Always,        ///< With every change of its content.
    EachRevision,  ///< With every revision, also where its content is the same.
};
enum class WaitHint { Ready, Exists, None, Barrier };

/// A value with the annotation that said it: "werf.io/weight=-1".
template <class T>
struct Said {
    T value;
    std::string by;
};

struct ExternalDependency {
    std::string name{};      ///< The author's own: "secret" of secret.external-dependency.werf.io.
    std::string resource{};  ///< As kubectl reads a type argument: "secret", "deployments.apps".
    std::string object{};    ///< The name of the object.
    std::string in_namespace{};  ///< "" is the release's.
    bool until_ready = true;     ///< Else: until it exists.
    std::string by{};
};

/// Something of the same release that comes first. Fields that are empty match anything.
struct InnerDependency {
    std::string resource{};  ///< As kubectl reads a type argument.
    std::string group{};
    std::string version{};
    std::string name{};
    std::string in_namespace{};
    bool until_ready = true;  ///< Else: until it is applied.
    /// Naming nothing of the release is an error (native), else a warning (nelm finds nothing and
    /// goes on).
    bool must_exist = true;
    std::string by{};
};

/// What few objects say of their life and their end.
struct Terms {
    /// One that holds fails the object.
    std::optional<Said<std::vector<condition::Requirement>>> fail_when{};
    std::optional<Said<Duration>> timeout{};
    std::optional<Said<Recreate>> recreate{};
    std::optional<Said<ConflictMode>> conflicts{};
    std::optional<Said<bool>> adopt{};  ///< What another tool owns is taken from it.
    /// As no hook it is applied at these operations only; at others it is left as it is.
    std::optional<Said<std::set<Operation>>> only_at{};
    /// Which ends of a Job delete it.
    std::optional<Said<std::set<HookDeletePolicy>>> deleted_when{};
    std::optional<Said<Propagation>> propagation{};
    std::optional<Said<bool>> skip_create{};    ///< Where it is not there, it is not made.
    std::optional<Said<bool>> skip_update{};    ///< Where it is there, it is not changed.
    std::optional<Said<bool>> skip_recreate{};  ///< It is never deleted to be made anew.
    std::optional<Said<bool>> excluded{};       ///< It is no part of the release.
    std::optional<Said<int>> replicas_on_creation{};
    std::optional<Said<int>> failures_allowed{};  ///< Crashes of one container that fail nothing.
    std::optional<Said<bool>> failure_ignored{};  ///< Its failure fails nothing.
    /// Without any news of it for so long it fails.
    std::optional<Said<Duration>> no_activity_timeout{};
    std::vector<InnerDependency> delete_after{};  ///< What must be gone before it is deleted.
};

/// Terms that take no room where nothing is said.
class RareTerms {
public:
    const Terms& operator*() const;
    const Terms* operator->() const { return &**this; }
    bool are_said() const { return said_ != nullptr; }
    /// To be written to; from then on they are said.
    Terms& edit();

private:
    std::shared_ptr<Terms> said_{};
};

struct Hints {
    std::optional<Said<int>> group{};
    std::optional<Said<int>> delete_phase{};
    std::optional<Said<std::vector<HookEvent>>> hook{};
    /// Applied before all hooks and groups (Helm 2's crd-install).
    std::optional<Said<bool>> before_hooks{};
    std::optional<Said<int>> hook_weight{};
    std::optional<Said<std::set<HookDeletePolicy>>> hook_delete_policy{};
    std::optional<Said<bool>> keep{};
    std::optional<Said<WaitHint>> wait{};
    std::optional<Said<std::vector<condition::Requirement>>> wait_for{};
    /// Wait for the kind's readiness although it is a hook of a kind that is done once stored
    /// (werf).
    bool tracked_hook = false;
    std::vector<ExternalDependency> external_dependencies{};
    std::vector<InnerDependency> after{};
    /// The object has no group of its own: it comes with the last of what it comes after (nelm: "a
    /// resource with a manual dependency has no weight").
    std::optional<Said<bool>> bound_by_dependencies{};
    RareTerms terms{};
    std::vector<Finding> findings{};
};

/// "pre-install"
std::string_view word(HookEvent event);

}  // namespace slipway::dialect

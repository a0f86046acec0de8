/// The plan: barriers outside, edges inside. One normal form for every dialect.
///
/// A plan is a list of stages; a stage starts when the one before has settled, and a settled stage
/// is not entered again within a revision. A stage holds units (one object, one action). Inside a
/// stage a unit starts once every unit of a lower rank was started (applied, or its deletion asked
/// for) and every edge of its own is satisfied. Every unit says why it stands where it stands.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/each.hpp"
#include "core/base/paint.hpp"
#include "core/base/time.hpp"
#include "core/condition/requirement.hpp"
#include "core/dialect/finding.hpp"
#include "core/dialect/hints.hpp"
#include "core/model/kind.hpp"
#include "core/model/ledger.hpp"
#include "core/model/release.hpp"
#include "core/model/sourced_object.hpp"

namespace slipway::plan {

enum class StageKind { PreHook, Group, Prune, PostHook, HookCleanup, Deletion };
enum class Action { Apply, RunHook, Delete, Await };
enum class Until { Applied, Ready, Absent };

/// "After unit `unit` of the same stage is ...".
struct Edge {
    std::size_t unit = 0;
    Until until = Until::Ready;
};

/// What must hold before a unit has settled, beyond its being applied.
struct WaitFor {
    bool ready = false;   ///< By the kind's readiness rule.
    bool exists = false;  ///< Once stored (for Await units).
    std::vector<condition::Requirement> requirements{};
};

/// Which run of which hook a unit is.
struct HookPlace {
    dialect::HookEvent event{};
    int place = 0;  ///< Within the event, from 0.
    std::set<dialect::HookDeletePolicy> delete_policy{};
    bool tracked = false;  ///< Ready by its kind's rule instead of Helm's "done once stored".
};

/// What few objects ask for.
struct Special {
    std::vector<condition::Requirement> fail_when{};
    std::optional<Duration> timeout{};  ///< Of its wait, from when it is applied or made.
    std::optional<Duration> no_activity_timeout{};  ///< Of its wait, from its last change.
    std::optional<int> failures_allowed{};          ///< Crashes of one container.
    bool failure_ignored = false;                   ///< It is done with, as if it were ready.
    std::optional<dialect::Recreate> recreate{};
    std::set<dialect::HookDeletePolicy> deleted_when{};  ///< A Job: by its end.
    std::optional<ConflictMode> conflicts{};             ///< In place of the release's.
    bool adopt = false;        ///< What another tool owns is taken from it.
    bool skip_create = false;  ///< Where it is not there, it is not made.
    bool skip_update = false;  ///< Where it is there, it is not changed.
    std::optional<int> replicas_on_creation{};
    Propagation propagation = Propagation::Foreground;
    std::vector<ObjectId> delete_after{};  ///< What must be gone before it is deleted.
};

struct Unit {
    Action action = Action::Apply;
    ObjectId id{};
    Interned version{};                 ///< "v1"
    std::optional<std::size_t> body{};  ///< Into the content's objects: what is applied.
    Interned digest{};                  ///< Of that object's content.
    SourcePlace source{};
    Interned why{};
    int rank = 0;
    std::vector<Edge> after{};
    WaitFor wait{};
    std::shared_ptr<const HookPlace> hook{};   ///< Of a hook's unit only.
    std::shared_ptr<const Special> special{};  ///< Where its object asks for any of it.
    /// Await only: the type as its author wrote it, where nobody knows its kind yet; it stands in
    /// for the kind in `id`.
    Interned resource{};
    // What the inventory remembers of it.
    int group = 0;
    int delete_phase = 0;
    bool delete_phase_given = false;
    bool keep = false;
    /// A Job's ttlSecondsAfterFinished: withheld until its outcome is durable.
    std::optional<int> ttl{};

    Propagation propagation() const {
        return special ? special->propagation : Propagation::Foreground;
    }
};

struct Stage {
    std::string name{};  ///< "pre-install hook Job/migrate", "group -1", "removed objects",
                         ///< "deletion phase 1"
    StageKind kind = StageKind::Group;
    std::vector<Unit> units{};
};

struct Plan {
    Operation operation = Operation::Install;
    std::string digest{};  ///< Of the desired content.
    std::vector<Stage> stages{};
    std::vector<dialect::Finding> findings{};
};

/// The desired content: everything that decides what a revision is, and nothing else.
struct Content {
    std::string release_name{};
    std::string release_namespace{};
    std::string target_namespace{};
    std::vector<std::string> dialects{};
    std::vector<SourcedObject> objects{};
    /// What `resolve` changed and its author should know; no part of the digest.
    std::vector<dialect::Finding> findings{};
};

/// Same inputs, same digest, offline and in the cluster. Places are not part of it. REQUIRES:
/// resolved content.
std::string digest_of(const Content& content);

/// The content as it is kept in the store (canonical JSON, places included), and back.
std::string serialise(const Content& content);
Result<Content> deserialise(std::string_view text);

/// The settings that shape the plan without being content: changing them is no new revision.
struct Settings {
    WaitMode wait = WaitMode::All;
    bool strict = false;
    bool prune = true;
    std::vector<DeletionConsent> deletion_force{};
};

Settings settings_of(const ReleaseSpec& spec);

/// The objects as they will be applied: in their namespaces (the target namespace where they name
/// none, none where the kind is cluster-scoped), Secrets' stringData in data, duplicate list keys
/// at their last value. Refuses two objects with one identity (both places named) and, as
/// UnknownKind, kinds that neither `kinds` nor the content's CRDs know, and versions that the
/// content's own CRD of the kind does not serve.
Result<Content> resolve(Content content, const KindCatalog& kinds, const Each& each = one_by_one);

/// The kinds of the content that `kinds` does not know in the version in which they stand there,
/// each version once; those of the content's own CRDs are left out.
std::vector<Kind> unknown_kinds(const Content& content, const KindCatalog& kinds);

/// The plan of an install, upgrade or rollback of resolved content. `inventory`: what earlier
/// revisions left, to see what was removed. `kinds` also resolves external dependencies; one whose
/// type is not known yet stays unresolved (`resource`) and is looked up when its stage comes.
Result<Plan> compile(
    const Content& content,
    const KindCatalog& kinds,
    Operation operation,
    const Settings& settings,
    const Inventory& inventory
);

/// The plan of a deletion: what was deployed is deleted from the stored content and the inventory.
Result<Plan> compile_deletion(
    const Content& content,
    const KindCatalog& kinds,
    const Settings& settings,
    const Inventory& inventory
);

/// Place of a kind in Helm 4's InstallOrder; unknown kinds share the last place.
int install_rank(std::string_view kind);

/// How many of its findings are warnings.
std::size_t warnings_in(const Plan& plan);

/// What a plan leaves in the inventory once it was carried out.
Inventory inventory_after(const Plan& plan);

/// The plan as a tree for people: stages, units, edges, waits, each with its why.
std::string explain(const Plan& plan, const Paint& paint = Paint());
/// Everything about one object: where its place comes from, annotation by annotation, what it waits
/// for, and what waits for it.
std::string explain(
    const Plan& plan, const Content& content, const ObjectId& id, const Paint& paint = Paint()
);

}  // namespace slipway::plan

#include "core/dialect/nelm_lifecycle.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"

namespace slipway::dialect {
namespace {

/// What werf.io/deploy-on names.
struct Deployment {
    std::vector<HookEvent> events{};
    std::set<Operation> operations{};
};

Error no_stage(const Annotation& annotation, std::string_view piece) {
    return annotation.error(format(
        "names \"{}\", which is no stage; the stages are pre-install, install, post-install, and "
        "the same of upgrade and rollback, pre-delete, post-delete and test",
        piece
    ));
}

/// What a deletion should deploy beside all that goes has no place in it.
Error deployed_by_deletion(const Annotation& annotation, std::string_view piece) {
    return annotation.error(format(
        "names \"{}\": a deletion deploys nothing but hooks; write pre-delete or post-delete", piece
    ));
}

/// nelm's documents say pre-uninstall, its code pre-delete.
std::string_view documented(std::string_view piece) {
    if (piece == "pre-uninstall") return "pre-delete";
    return piece == "post-uninstall" ? "post-delete" : piece;
}

Result<void> read_stage(
    Deployment& deployment, const Annotation& annotation, std::string_view piece
) {
    if (piece == "install") {
        deployment.operations.insert(Operation::Install);
    } else if (piece == "upgrade") {
        deployment.operations.insert(Operation::Upgrade);
    } else if (piece == "rollback") {
        deployment.operations.insert(Operation::Rollback);
    } else if (piece == "test" || piece == "test-success") {
        deployment.events.push_back(HookEvent::Test);
    } else if (const auto event = hook_event(documented(piece))) {
        deployment.events.push_back(*event);
    } else if (piece == "delete" || piece == "uninstall") {
        return deployed_by_deletion(annotation, piece);
    } else {
        return no_stage(annotation, piece);
    }
    return {};
}

/// It speaks for itself and for helm.sh/hook, over which it has precedence: no event is no hook.
Result<void> read_deploy_on(Hints& hints, const Annotation& annotation) {
    Deployment deployment;
    for (const std::string& piece : TRY(pieces(annotation)))
        TRY(read_stage(deployment, annotation, piece));
    hints.hook = {std::move(deployment.events), annotation.text()};
    if (!deployment.operations.empty())
        hints.terms.edit().only_at = {std::move(deployment.operations), annotation.text()};
    return {};
}

/// What the pieces of werf.io/delete-policy say of a hook, and what of any other object.
struct DeletePolicies {
    std::set<HookDeletePolicy> of_hook{};
    std::set<HookDeletePolicy> when_done{};
    std::optional<Recreate> recreate{};
};

Result<void> read_policy(
    DeletePolicies& policies, const Annotation& annotation, std::string_view piece
) {
    if (piece == "before-creation") {
        policies.of_hook.insert(HookDeletePolicy::BeforeCreation);
        policies.recreate = Recreate::EachRevision;
    } else if (piece == "before-creation-if-immutable") {
        policies.of_hook.insert(HookDeletePolicy::BeforeCreation);
        if (!policies.recreate) policies.recreate = Recreate::Immutable;
    } else if (piece == "succeeded") {
        policies.of_hook.insert(HookDeletePolicy::Succeeded);
        policies.when_done.insert(HookDeletePolicy::Succeeded);
    } else if (piece == "failed") {
        policies.of_hook.insert(HookDeletePolicy::Failed);
        policies.when_done.insert(HookDeletePolicy::Failed);
    } else {
        return annotation.error(format(
            "names \"{}\", which is no delete policy; the policies are before-creation, "
            "before-creation-if-immutable, succeeded and failed",
            piece
        ));
    }
    return {};
}

Result<void> read_delete_policy(Hints& hints, const Annotation& annotation) {
    DeletePolicies policies;
    for (const std::string& piece : TRY(pieces(annotation)))
        TRY(read_policy(policies, annotation, piece));
    // What was deleted for its success is missing to the next revision, which makes it again.
    if (policies.when_done.contains(HookDeletePolicy::Succeeded))
        policies.recreate = Recreate::EachRevision;
    hints.hook_delete_policy = {std::move(policies.of_hook), annotation.text()};
    if (policies.recreate) hints.terms.edit().recreate = {*policies.recreate, annotation.text()};
    if (!policies.when_done.empty())
        hints.terms.edit().deleted_when = {std::move(policies.when_done), annotation.text()};
    return {};
}

Result<void> read_delete_propagation(Hints& hints, const Annotation& annotation) {
    const auto propagation = propagation_of(annotation.value);
    if (!propagation)
        return annotation.error("is no propagation; write Foreground, Background or Orphan");
    hints.terms.edit().propagation = {*propagation, annotation.text()};
    return {};
}

Result<void> read_ownership(Hints& hints, const Annotation& annotation) {
    if (annotation.value == "release") return {};
    if (annotation.value != "anyone")
        return annotation.error("is no ownership; write release or anyone");
    hints.keep = {true, annotation.text()};
    return {};
}

Result<void> read_replicas_on_creation(Hints& hints, const Annotation& annotation) {
    const int replicas = TRY(integer(annotation, {0, any_integer.greatest}));
    hints.terms.edit().replicas_on_creation = {replicas, annotation.text()};
    return {};
}

constexpr Key keys[] = {
    {"deploy-on", read_deploy_on},
    {"delete-policy", read_delete_policy},
    {"delete-propagation", read_delete_propagation},
    {"ownership", read_ownership},
    {"replicas-on-creation", read_replicas_on_creation},
};

}  // namespace

std::span<const Key> nelm_lifecycle_keys() { return keys; }

}  // namespace slipway::dialect

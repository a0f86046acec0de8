#include "core/dialect/meaning.hpp"

#include "core/base/text.hpp"

namespace slipway::dialect {
namespace {

std::string meaning_of_hook(const std::vector<HookEvent>& events) {
    std::vector<std::string> names;
    for (const HookEvent event : events)
        names.emplace_back(word(event));
    return "a hook, run at " + join(names, ", ");
}

std::string meaning_of_policy(const std::set<HookDeletePolicy>& policies) {
    std::vector<std::string> texts;
    for (const HookDeletePolicy policy : policies)
        texts.emplace_back(phrase(policy));
    return "the hook's object is deleted " + join(texts, ", ");
}

std::string meaning_of_wait(WaitHint wait) {
    switch (wait) {
        case WaitHint::Ready: return "its stage waits until it is ready";
        case WaitHint::Exists: return "its stage waits until it is there";
        case WaitHint::None: return "nothing waits for it";
        case WaitHint::Barrier: return "everything after it waits until it is ready";
    }
    return "";
}

std::vector<std::string> texts_of(const std::vector<condition::Requirement>& requirements) {
    std::vector<std::string> texts;
    for (const condition::Requirement& requirement : requirements)
        texts.push_back(requirement.text);
    return texts;
}

std::string meaning_of_requirements(const std::vector<condition::Requirement>& requirements) {
    return "everything after it waits until " + join(texts_of(requirements), " and ");
}

std::string meaning_of_recreation(Recreate recreate) {
    switch (recreate) {
        case Recreate::Never: return "is never deleted to be made anew";
        case Recreate::Immutable: return "is deleted and made anew where a field cannot change";
        case Recreate::Always: return "is deleted and made anew with every change";
        case Recreate::EachRevision: return "is deleted and made anew with every revision";
    }
    return "";
}

std::string meaning_of_dependency(const ExternalDependency& dependency) {
    const std::string& where = dependency.in_namespace;
    return format(
        "its stage waits until {}/{}{} is {}",
        dependency.resource,
        dependency.object,
        where.empty() ? "" : " of namespace " + where,
        dependency.until_ready ? "ready" : "there"
    );
}

std::string meaning_of_operations(const std::set<Operation>& operations) {
    std::vector<std::string> names;
    for (const Operation operation : operations)
        names.push_back(lower_case(word(operation)));
    return "deployed at " + join(names, ", ") + " only";
}

std::string meaning_of_end(const std::set<HookDeletePolicy>& ends) {
    std::vector<std::string> texts;
    for (const HookDeletePolicy end : ends)
        texts.emplace_back(end == HookDeletePolicy::Succeeded ? "has succeeded" : "has failed");
    return "is deleted once it " + join(texts, " or ");
}

/// Every field may be missing.
std::string fields_of(const InnerDependency& dependency) {
    std::vector<std::string> fields;
    for (const auto& [word, value] :
         {std::pair{"kind ", dependency.resource},
          std::pair{"group ", dependency.group},
          std::pair{"version ", dependency.version},
          std::pair{"name ", dependency.name},
          std::pair{"namespace ", dependency.in_namespace}}) {
        if (!value.empty()) fields.push_back(word + value);
    }
    return join(fields, ", ");
}

std::string meaning_of_dependency(const InnerDependency& dependency) {
    return format(
        "comes after the object of {} is {}",
        fields_of(dependency),
        dependency.until_ready ? "ready" : "applied"
    );
}

/// What is said of an object's life beside its place.
template <class Add>
void add_terms(const Hints& hints, const Add& add) {
    const auto flag = [&](const auto& said, const char* meaning) {
        add(said, [&](bool) { return std::string(meaning); });
    };
    flag(hints.terms->adopt, "is taken over from another tool");
    flag(hints.terms->skip_create, "is not made where it is not there");
    flag(hints.terms->skip_update, "is not changed where it is there");
    flag(hints.terms->excluded, "is no part of the release");
    flag(hints.terms->failure_ignored, "its failure fails nothing");
    add(hints.terms->only_at, meaning_of_operations);
    add(hints.terms->deleted_when, meaning_of_end);
    add(hints.terms->propagation, [](Propagation propagation) {
        return format("is deleted with propagation {}", word(propagation));
    });
    add(hints.terms->replicas_on_creation, [](int replicas) {
        return format("is made with {} replicas, and keeps what it has afterwards", replicas);
    });
    add(hints.terms->failures_allowed, [](int failures) {
        return format("fails after more than {} crashes of a container", failures);
    });
    add(hints.terms->no_activity_timeout,
        [](Duration quiet) { return format("fails when nothing changes for {}", to_text(quiet)); });
}

}  // namespace

std::string_view phrase(HookDeletePolicy policy) {
    switch (policy) {
        case HookDeletePolicy::BeforeCreation: return "before it is created anew";
        case HookDeletePolicy::Succeeded: return "when all have succeeded";
        case HookDeletePolicy::Failed: return "when it fails";
        case HookDeletePolicy::Never: return "never";
    }
    return "";
}

std::vector<Meaning> meanings_of(const Hints& hints) {
    std::vector<Meaning> all;
    const auto add = [&all](const auto& said, const auto& meaning) {
        if (said) all.push_back({said->by, meaning(said->value)});
    };
    add(hints.group, [](int group) { return format("group {}", group); });
    add(hints.before_hooks, [](bool) { return std::string("before everything else"); });
    add(hints.hook, meaning_of_hook);
    add(hints.hook_weight, [](int weight) { return format("weight {} among hooks", weight); });
    add(hints.hook_delete_policy, meaning_of_policy);
    add(hints.wait, meaning_of_wait);
    add(hints.wait_for, meaning_of_requirements);
    add(hints.terms->fail_when, [](const auto& requirements) {
        return "fails when " + join(texts_of(requirements), " or ");
    });
    add(hints.terms->timeout, [](Duration timeout) { return "fails after " + to_text(timeout); });
    add(hints.terms->recreate, meaning_of_recreation);
    add(hints.terms->conflicts, [](ConflictMode mode) {
        const bool force = mode == ConflictMode::Force;
        return std::string(
            force ? "takes fields from other managers" : "fails where another manager owns a field"
        );
    });
    add(hints.delete_phase, [](int phase) { return format("deletion phase {}", phase); });
    add(hints.keep, [](bool keep) {
        return std::string(keep ? "stays when the release goes" : "goes with the release");
    });
    add_terms(hints, add);
    for (const InnerDependency& dependency : hints.terms->delete_after)
        all.push_back(
            {dependency.by,
             format("is deleted after the object of {} is gone", fields_of(dependency))}
        );
    for (const InnerDependency& dependency : hints.after)
        all.push_back({dependency.by, meaning_of_dependency(dependency)});
    for (const ExternalDependency& dependency : hints.external_dependencies)
        all.push_back({dependency.by, meaning_of_dependency(dependency)});
    return all;
}

}  // namespace slipway::dialect

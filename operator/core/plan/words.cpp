#include "core/plan/words.hpp"

#include "core/base/text.hpp"

namespace slipway::plan {

std::string_view word(StageKind kind) {
    switch (kind) {
        case StageKind::PreHook: return "PreHook";
        case StageKind::Group: return "Group";
        case StageKind::Prune: return "Prune";
        case StageKind::PostHook: return "PostHook";
        case StageKind::HookCleanup: return "HookCleanup";
        case StageKind::Deletion: return "Deletion";
    }
    return "";
}

std::string_view word(Action action) {
    switch (action) {
        case Action::Apply: return "apply";
        case Action::RunHook: return "run";
        case Action::Delete: return "delete";
        case Action::Await: return "await";
    }
    return "";
}

std::string_view word(Until until) {
    switch (until) {
        case Until::Applied: return "applied";
        case Until::Ready: return "ready";
        case Until::Absent: return "gone";
    }
    return "";
}

namespace {

std::string recreation_text(dialect::Recreate recreate) {
    switch (recreate) {
        case dialect::Recreate::Never: break;
        case dialect::Recreate::Immutable: return "made anew where a field cannot change";
        case dialect::Recreate::Always: return "made anew with every change";
        case dialect::Recreate::EachRevision: return "made anew with every revision";
    }
    return "";
}

std::vector<std::string> words_about_failure(const Special& special) {
    std::vector<std::string> words;
    for (const auto& failure : special.fail_when)
        words.push_back("fails when " + failure.text);
    if (special.timeout) words.push_back("fails after " + to_text(*special.timeout));
    if (special.no_activity_timeout)
        words.push_back("fails when nothing changes for " + to_text(*special.no_activity_timeout));
    if (special.failures_allowed)
        words.push_back(
            format("fails after more than {} crashes of a container", *special.failures_allowed)
        );
    if (special.failure_ignored) words.emplace_back("its failure fails nothing");
    return words;
}

void add_words_about_writing(std::vector<std::string>& words, const Special& special) {
    if (special.recreate) words.push_back(recreation_text(*special.recreate));
    if (special.conflicts == ConflictMode::Fail)
        words.emplace_back("fails on fields of other managers");
    if (special.adopt) words.emplace_back("taken over from another tool");
    if (special.skip_create) words.emplace_back("not made where it is not there");
    if (special.skip_update) words.emplace_back("not changed where it is there");
    if (special.replicas_on_creation)
        words.push_back(format("made with {} replicas", *special.replicas_on_creation));
    for (const auto end : special.deleted_when) {
        const bool good = end == dialect::HookDeletePolicy::Succeeded;
        words.emplace_back(good ? "deleted once it has succeeded" : "deleted once it has failed");
    }
}

}  // namespace

std::vector<std::string> special_words_of(const Unit& unit) {
    if (!unit.special) return {};
    const bool goes = unit.action == Action::Delete;
    std::vector<std::string> words;
    if (!goes) {
        words = words_about_failure(*unit.special);
        add_words_about_writing(words, *unit.special);
    }
    if (unit.propagation() != Propagation::Foreground)
        words.push_back(
            format("{} with propagation {}", goes ? "goes" : "deleted", word(unit.propagation()))
        );
    std::erase(words, "");
    return words;
}

std::vector<std::string> waits_of(const Unit& unit) {
    std::vector<std::string> waits;
    if (unit.hook && unit.action == Action::RunHook && !unit.wait.ready) waits.emplace_back("done");
    if (unit.wait.ready) waits.emplace_back("ready");
    if (unit.wait.exists) waits.emplace_back("there");
    for (const auto& requirement : unit.wait.requirements)
        waits.push_back(requirement.text);
    return waits;
}

}  // namespace slipway::plan

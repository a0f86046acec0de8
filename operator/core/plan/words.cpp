#include "core/plan/words.hpp"

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

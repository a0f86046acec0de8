#include "core/base/text.hpp"
#include "core/plan/plan.hpp"

namespace slipway::plan {
namespace {

std::string_view verb(Action action) {
    switch (action) {
        case Action::Apply: return "apply";
        case Action::RunHook: return "run";
        case Action::Delete: return "delete";
        case Action::Await: return "await";
    }
    return "";
}

std::string_view until_text(Until until) {
    switch (until) {
        case Until::Applied: return "is applied";
        case Until::Ready: return "is ready";
        case Until::Absent: return "is gone";
    }
    return "";
}

std::string_view policy_text(dialect::HookDeletePolicy policy) {
    switch (policy) {
        case dialect::HookDeletePolicy::BeforeCreation: return "before it is created anew";
        case dialect::HookDeletePolicy::Succeeded: return "when all have succeeded";
        case dialect::HookDeletePolicy::Failed: return "when it fails";
        case dialect::HookDeletePolicy::Never: return "never";
    }
    return "";
}

std::string waits_of(const Unit& unit) {
    std::vector<std::string> waits;
    if (unit.hook && unit.action == Action::RunHook && !unit.wait.ready) waits.emplace_back("done");
    if (unit.wait.ready) waits.emplace_back("ready");
    if (unit.wait.exists) waits.emplace_back("there");
    for (const auto& requirement : unit.wait.requirements)
        waits.push_back(requirement.text);
    return join(waits, ", ");
}

std::string edges_of(const Stage& stage, const Unit& unit, Until until) {
    std::vector<std::string> names;
    for (const Edge& edge : unit.after) {
        if (edge.until == until) names.push_back(stage.units[edge.unit].id.text());
    }
    return join(names, ", ");
}

std::string policies_of(const Unit& unit) {
    std::vector<std::string> texts;
    for (const auto policy : unit.hook->delete_policy)
        texts.emplace_back(policy_text(policy));
    return join(texts, ", ");
}

void add_line(std::string& text, std::string_view word, const std::string& value) {
    if (!value.empty()) text += format("       {}: {}\n", word, value);
}

std::string explain_unit(const Stage& stage, const Unit& unit) {
    std::string text = format("   {:>2} {} {}\n", unit.rank, verb(unit.action), unit.id.text());
    add_line(text, "why", unit.why);
    for (const Until until : {Until::Applied, Until::Ready, Until::Absent}) {
        const std::string names = edges_of(stage, unit, until);
        if (!names.empty()) add_line(text, format("after what {}", until_text(until)), names);
    }
    add_line(text, "until", waits_of(unit));
    if (unit.action == Action::RunHook) add_line(text, "deleted", policies_of(unit));
    if (unit.keep) add_line(text, "on deletion", "kept");
    return text;
}

std::string counted(std::size_t count, std::string_view noun) {
    return format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace

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
        case Action::Apply: return "Apply";
        case Action::RunHook: return "RunHook";
        case Action::Delete: return "Delete";
        case Action::Await: return "Await";
    }
    return "";
}

std::string explain(const Plan& plan) {
    std::size_t units = 0;
    for (const Stage& stage : plan.stages)
        units += stage.units.size();
    std::string text = format(
        "{}: {}, {}\n",
        word(plan.operation),
        counted(plan.stages.size(), "stage"),
        counted(units, "unit")
    );
    int number = 0;
    for (const Stage& stage : plan.stages) {
        text += format("\n{}. {}\n", ++number, stage.name);
        for (const Unit& unit : stage.units)
            text += explain_unit(stage, unit);
    }
    if (!plan.warnings.empty()) text += "\nWarnings\n";
    for (const Warning& warning : plan.warnings)
        text += format("   {} {}: {}\n", warning.rule, warning.object, warning.message);
    return text;
}

}  // namespace slipway::plan

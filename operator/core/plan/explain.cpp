/// The plan as a tree for people:
///
///     2 group 1
///       ├─ 1 apply  CustomResourceDefinition.apiext…  until ready  werf.io/weight=1, kind order
///       └─ 2 apply  CronTab.example.com shop/nightly  until ready  werf.io/weight=1, kind order
///            after CustomResourceDefinition.apiext… is ready
#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/meaning.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/words.hpp"

namespace slipway::plan {
namespace {

/// Columns are as wide as their widest text, up to these.
constexpr std::size_t widest_object = 64;
constexpr std::size_t widest_until = 12;
constexpr std::size_t widest_step = 4;

Colour colour_of(Action action) {
    switch (action) {
        case Action::Apply: return Colour::Green;
        case Action::RunHook: return Colour::Cyan;
        case Action::Delete: return Colour::Red;
        case Action::Await: return Colour::Blue;
    }
    return Colour::Bold;
}

std::string until_text(const Unit& unit) {
    const auto waits = waits_of(unit);
    return waits.empty() ? std::string() : "until " + join(waits, ", ");
}

std::string edges_text(const Stage& stage, const Unit& unit, Until until) {
    std::vector<std::string> names;
    for (const Edge& edge : unit.after) {
        if (edge.until == until) names.push_back(stage.units[edge.unit].id.text());
    }
    if (names.empty()) return {};
    const bool one = names.size() == 1;
    return format("after {} {} {}", join(names, ", "), one ? "is" : "are", word(until));
}

std::string policies_text(const Unit& unit) {
    if (unit.action != Action::RunHook) return {};
    std::vector<std::string> texts;
    for (const auto policy : unit.hook->delete_policy)
        texts.emplace_back(dialect::phrase(policy));
    return "deleted " + join(texts, ", ");
}

/// What stands below the unit's own line.
std::vector<std::string> details_of(const Stage& stage, const Unit& unit) {
    std::vector<std::string> details;
    for (const Until until : {Until::Applied, Until::Ready, Until::Absent})
        details.push_back(edges_text(stage, unit, until));
    details.push_back(policies_text(unit));
    for (const std::string& text : special_words_of(unit))
        details.push_back(text);
    details.emplace_back(unit.keep ? "kept on deletion" : "");
    std::erase(details, "");
    return details;
}

std::string counted(std::size_t count, std::string_view noun) {
    return format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

/// The widths are those of the whole plan, so that its columns stand below each other.
class Tree {
public:
    Tree(const Plan& plan, const Paint& paint) : plan_(plan), paint_(paint) {
        for (const Stage& stage : plan.stages) {
            for (const Unit& unit : stage.units)
                measure(unit);
        }
    }

    std::string text() {
        std::string text = head();
        for (std::size_t i = 0; i < plan_.stages.size(); ++i) {
            const Stage& stage = plan_.stages[i];
            text += "\n" + paint_(Colour::Bold, format("{} {}", i + 1, stage.name)) + "\n";
            for (const Unit& unit : stage.units)
                text += branch(stage, unit);
        }
        return text + findings();
    }

private:
    void measure(const Unit& unit) {
        object_ = std::max(object_, std::min(widest_object, unit.id.text().size()));
        until_ = std::max(until_, std::min(widest_until, until_text(unit).size()));
        step_ = std::max(step_, std::min(widest_step, std::to_string(unit.rank + 1).size()));
        units_ += 1;
    }

    std::string head() const {
        return format(
            "{}: {}, {}\n",
            word(plan_.operation),
            counted(plan_.stages.size(), "stage"),
            counted(units_, "unit")
        );
    }

    std::string branch(const Stage& stage, const Unit& unit) const {
        const bool last = &unit == &stage.units.back();
        std::string text = format(
            "  {} {:>{}} {} {:{}}",
            last ? "└─" : "├─",
            unit.rank + 1,
            step_,
            paint_(colour_of(unit.action), format("{:6}", word(unit.action))),
            unit.id.text(),
            object_
        );
        if (until_ > 0) text += format("  {:{}}", until_text(unit), until_);
        text += "  " + paint_(Colour::Dim, unit.why) + "\n";
        for (const std::string& detail : details_of(stage, unit))
            text += format("  {} {:{}} {}\n", last ? "  " : "│ ", "", step_, detail);
        return text;
    }

    std::string findings() const {
        if (plan_.findings.empty()) return {};
        std::string text = "\nFindings\n";
        for (const dialect::Finding& finding : plan_.findings) {
            const bool warns = finding.rule->severity == dialect::Severity::Warning;
            text += format(
                "  {} {}: {}\n",
                paint_(warns ? Colour::Yellow : Colour::Blue, finding.rule->id),
                finding.object,
                finding.message
            );
        }
        return text;
    }

    const Plan& plan_;
    const Paint& paint_;
    std::size_t object_ = 0;
    std::size_t until_ = 0;
    std::size_t step_ = 1;
    std::size_t units_ = 0;
};

}  // namespace

std::string explain(const Plan& plan, const Paint& paint) { return Tree(plan, paint).text(); }

}  // namespace slipway::plan

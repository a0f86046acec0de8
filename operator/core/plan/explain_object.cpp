/// All that the plan knows of one object, for people.
#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/dialect.hpp"
#include "core/dialect/meaning.hpp"
#include "core/plan/plan.hpp"
#include "core/plan/words.hpp"

namespace slipway::plan {
namespace {

/// One place of the object in the plan: hooks may have several.
class Standing {
public:
    Standing(const Plan& plan, std::size_t stage, std::size_t unit)
        : plan_(plan),
          number_(stage),
          place_(unit),
          stage_(plan.stages[stage]),
          unit_(stage_.units[unit]) {}

    std::string text() const {
        std::string text = format(
            "  {} in stage {} of {} ({}), step {}\n",
            word(unit_.action),
            number_ + 1,
            plan_.stages.size(),
            stage_.name,
            unit_.rank + 1
        );
        text += line("because", {unit_.why});
        text += line("settled when", waits_of(unit_));
        text += line("waits for", before());
        return text + line("waited for by", after());
    }

private:
    static std::string line(std::string_view word, const std::vector<std::string>& values) {
        std::string text;
        for (const std::string& value : values)
            text += format("    {:14}{}\n", text.empty() ? word : "", value);
        return text;
    }

    std::string name_of_stage(std::size_t number) const {
        return format("all of stage {} ({})", number + 1, plan_.stages[number].name);
    }

    std::vector<std::string> before() const {
        std::vector<std::string> all;
        if (number_ > 0) all.push_back(name_of_stage(number_ - 1));
        for (const Edge& edge : unit_.after) {
            const Unit& other = stage_.units[edge.unit];
            all.push_back(format("{} to be {}", other.id.text(), word(edge.until)));
        }
        add_steps(all, "step {} of its stage to be started: {}", unit_.rank - 1);
        return all;
    }

    std::vector<std::string> after() const {
        std::vector<std::string> all;
        for (const Unit& other : stage_.units) {
            for (const Edge& edge : other.after) {
                if (edge.unit != place_) continue;
                all.push_back(format("{}, until it is {}", other.id.text(), word(edge.until)));
            }
        }
        add_steps(all, "step {} of its stage, until it was started: {}", unit_.rank + 1);
        if (number_ + 1 < plan_.stages.size()) all.push_back(name_of_stage(number_ + 1));
        return all;
    }

    static bool is_named(const Unit& unit, const std::vector<std::string>& lines) {
        const std::string name = unit.id.text();
        return std::ranges::any_of(lines, [&](const std::string& line) {
            return line.starts_with(name);
        });
    }

    void add_steps(std::vector<std::string>& all, const char* form, int rank) const {
        constexpr std::size_t most = 5;
        std::vector<std::string> names;
        for (const Unit& other : stage_.units) {
            if (other.rank == rank && !is_named(other, all)) names.push_back(other.id.text());
        }
        if (names.empty()) return;
        const std::size_t more = names.size() > most ? names.size() - most : 0;
        names.resize(names.size() - more);
        const std::string rest = more > 0 ? format(" and {} more", more) : "";
        all.push_back(format(fmt::runtime(form), rank + 1, join(names, ", ") + rest));
    }

    const Plan& plan_;
    std::size_t number_;
    std::size_t place_;
    const Stage& stage_;
    const Unit& unit_;
};

/// Where it was written, and what each of its annotations was taken for.
std::string origin(const SourcedObject& sourced, const Content& content) {
    std::string text = format("  from {}\n", sourced.place.text(""));
    const auto hints = dialect::read(sourced.object, content.dialects);
    const auto meanings = hints ? dialect::meanings_of(*hints) : std::vector<dialect::Meaning>();
    if (meanings.empty()) text += "  no annotation speaks of its order\n";
    for (const auto& [said, means] : meanings)
        text += format("  {}\n    {}\n", said, means);
    return text;
}

std::string findings_of(const Plan& plan, const ObjectId& id, const Paint& paint) {
    std::string text;
    for (const dialect::Finding& finding : plan.findings) {
        if (finding.object != id.title()) continue;
        text += format("  {}: {}\n", paint(Colour::Yellow, finding.rule->id), finding.message);
    }
    return text;
}

}  // namespace

std::string explain(
    const Plan& plan, const Content& content, const ObjectId& id, const Paint& paint
) {
    std::string text = paint(Colour::Bold, id.text()) + "\n";
    for (const SourcedObject& sourced : content.objects) {
        if (sourced.object.id() == id) text += origin(sourced, content);
    }
    const std::size_t without_places = text.size();
    for (std::size_t stage = 0; stage < plan.stages.size(); ++stage) {
        const auto& units = plan.stages[stage].units;
        for (std::size_t unit = 0; unit < units.size(); ++unit) {
            if (units[unit].id == id) text += Standing(plan, stage, unit).text();
        }
    }
    if (text.size() == without_places) {
        text += format("  has no place in this {}\n", lower_case(word(plan.operation)));
    }
    return text + findings_of(plan, id, paint);
}

}  // namespace slipway::plan

#include "cli/json.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/plan/words.hpp"

namespace slipway::cli {
namespace {

using plan::Edge;
using plan::Stage;
using plan::Unit;

ordered_json object_of(const Unit& unit) {
    const std::string& group = unit.id.group;
    const std::string& version = unit.version;
    return {
        {"apiVersion", group.empty() ? version : group + "/" + version},
        {"kind", unit.id.kind.text()},
        {"namespace", unit.id.in_namespace.text()},
        {"name", unit.id.name.text()},
    };
}

ordered_json after_of(const Stage& stage, const Unit& unit) {
    ordered_json after = ordered_json::array();
    for (const Edge& edge : unit.after) {
        after.push_back({{"object", object_of(stage.units[edge.unit])}, {"until", word(edge.until)}}
        );
    }
    return after;
}

ordered_json source_of(const SourcePlace& place) {
    return {{"file", place.source.text()}, {"line", place.line}};
}

ordered_json unit_of(const Stage& stage, const Unit& unit) {
    ordered_json document{
        {"object", object_of(unit)},
        {"action", word(unit.action)},
        {"step", unit.rank + 1},
        {"why", unit.why.text()},
        {"after", after_of(stage, unit)},
        {"waits", waits_of(unit)},
    };
    if (unit.source.line > 0) document["source"] = source_of(unit.source);
    return document;
}

ordered_json stage_of(const Stage& stage) {
    ordered_json units = ordered_json::array();
    for (const Unit& unit : stage.units)
        units.push_back(unit_of(stage, unit));
    return {{"name", stage.name}, {"kind", word(stage.kind)}, {"units", std::move(units)}};
}

/// Of "shop.yaml:12:5 (document 3, Deployment/web): what is wrong".
ordered_json error_of(const Error& error, std::string_view line) {
    ordered_json document{{"reason", reason(error.kind)}, {"message", line}};
    if (const auto place = place_in(line)) {
        document["file"] = place->place.source.text();
        document["line"] = place->place.line;
        document["column"] = place->place.column;
        document["object"] = place->title;
    }
    return document;
}

}  // namespace

ordered_json plan_document(const Planned& planned) {
    ordered_json stages = ordered_json::array();
    for (const Stage& stage : planned.plan.stages)
        stages.push_back(stage_of(stage));
    return {
        {"digest", planned.plan.digest},
        {"operation", lower_case(word(planned.plan.operation))},
        {"stages", std::move(stages)},
        {"warnings", findings_document(planned.plan.findings)},
    };
}

ordered_json findings_document(const std::vector<dialect::Finding>& findings) {
    ordered_json all = ordered_json::array();
    for (const dialect::Finding& finding : findings) {
        all.push_back({
            {"rule", finding.rule->id},
            {"severity", dialect::word(finding.rule->severity)},
            {"message", finding.message},
            {"file", finding.place.source.text()},
            {"line", finding.place.line},
            {"column", finding.place.column},
            {"document", finding.place.document},
            {"object", finding.object},
            {"elsewhere", finding.rule->elsewhere},
            {"remedy", finding.rule->remedy},
        });
    }
    return all;
}

ordered_json errors_document(const Error& error) {
    ordered_json all = ordered_json::array();
    for (const auto line : split(error.message, '\n'))
        all.push_back(error_of(error, line));
    return {{"errors", std::move(all)}};
}

std::string text_of(const ordered_json& document) {
    return document.dump(2, ' ', false, ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace slipway::cli

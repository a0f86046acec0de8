#include "conformance/chart.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "core/model/built_in_objects.hpp"
#include "core/model/kind.hpp"

namespace slipway::conformance {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr int revisions = 3;
/// Every so manieth object of no hook leaves the release with the second revision.
constexpr int leaving = 5;

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

bool is_hook(const Object& object) { return object.annotation("helm.sh/hook").has_value(); }

/// Others of the release may be of its kind, or in it.
bool may_leave(const Object& object) {
    return !is_hook(object) && !is_definition(object.id()) && !is_namespace(object.id());
}

bool is_job_of_upgrades(const Object& object) {
    const std::string events = object.annotation("helm.sh/hook").value_or("");
    return is_job(object.id()) && events.find("-upgrade") != std::string::npos;
}

/// Nothing answers for what the manifests' webhooks name.
void disarm(json& document) {
    if (!document.contains("webhooks") || !document["webhooks"].is_array()) return;
    for (json& webhook : document["webhooks"])
        webhook["failurePolicy"] = "Ignore";
}

void make_fail(json& job) {
    job["spec"]["backoffLimit"] = 0;
    job["spec"]["template"]["metadata"]["annotations"]["play.slipway.dev/exit-code"] = "3";
}

const json added{
    {"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", {{"name", "slipway-added"}}}};

std::vector<json> documents_of(const std::vector<SourcedObject>& objects, int revision) {
    std::vector<json> documents;
    int count = 0;
    for (const SourcedObject& sourced : objects) {
        const bool leaves = may_leave(sourced.object) && ++count % leaving == 0;
        if (revision > 1 && leaves) continue;
        json document = sourced.object.document();
        disarm(document);
        if (revision == revisions && is_job_of_upgrades(sourced.object)) make_fail(document);
        documents.push_back(std::move(document));
    }
    if (revision > 1) documents.push_back(added);
    return documents;
}

/// Helm would read "{{" in a template, so the manifests are files that one template prints.
void write_chart(const fs::path& folder, const std::vector<json>& documents) {
    fs::create_directories(folder / "templates");
    fs::create_directories(folder / "objects");
    std::ofstream(folder / "Chart.yaml") << "apiVersion: v2\nname: wrapped\nversion: 1.0.0\n";
    std::ofstream(folder / "templates/all.yaml")
        << "{{ range $path, $bytes := .Files.Glob \"objects/*\" }}\n---\n{{ $.Files.Get $path }}\n"
           "{{ end }}";
    for (std::size_t i = 0; i < documents.size(); ++i)
        std::ofstream(folder / format("objects/{:05}.json", i)) << documents[i].dump();
}

std::string type_of(const ObjectId& id) {
    const Kind* kind = KindCatalog::built_in().find(id.group_kind());
    const std::string plural = kind != nullptr ? kind->plural : lower_case(id.kind) + "s";
    return id.group.empty() ? plural : plural + "." + std::string(id.group);
}

}  // namespace

Chart::Chart(std::string name, std::string folder)
    : name_(std::move(name)), folder_(std::move(folder)) {}

Chart Chart::ours(const std::string& folder) {
    Chart chart(fs::path(folder).filename(), folder);
    chart.can_fail_ = text_of(folder + "/values.yaml").find("fail:") != std::string::npos;
    return chart;
}

Chart Chart::published(const std::string& file) {
    auto objects = manifest::read_objects(file, text_of(file));
    if (!objects) throw std::runtime_error(objects.error().message);
    Chart chart(fs::path(file).stem(), "");
    chart.wrapped_ = std::make_shared<test::TemporaryFolder>();
    chart.folder_ = chart.wrapped_->path();
    for (int revision = 1; revision <= revisions; ++revision)
        write_chart(
            fs::path(chart.folder_) / std::to_string(revision), documents_of(*objects, revision)
        );
    for (const SourcedObject& sourced : *objects)
        chart.can_fail_ = chart.can_fail_ || is_job_of_upgrades(sourced.object);
    return chart;
}

std::vector<std::string> Chart::arguments(int revision) const {
    if (wrapped_) return {folder_ + "/" + std::to_string(revision)};
    std::vector<std::string> arguments{folder_, "--set", format("revision={}", revision)};
    if (revision == revisions && can_fail_)
        arguments.insert(arguments.end(), {"--set", "fail=true"});
    return arguments;
}

void add_members(Members& members, const std::vector<SourcedObject>& objects) {
    for (const SourcedObject& sourced : objects) {
        const ObjectId& id = sourced.object.id();
        bool& hook = members[type_of(id) + " " + std::string(id.name)];
        hook = hook || is_hook(sourced.object);
    }
}

}  // namespace slipway::conformance

/// What every field of the schema must have, and that its defaults are those of the code.
#include "crds/schema.hpp"

#include <set>
#include <vector>

#include "core/dialect/dialect.hpp"
#include "core/model/release.hpp"

using namespace slipway;
using namespace slipway::crd;

namespace {

/// Fills in defaults as the API server does: from the outside in.
void fill_defaults(json& value, const json& schema) {
    if (value.is_array() && schema.contains("items")) {
        for (json& item : value)
            fill_defaults(item, schema.at("items"));
    }
    if (!value.is_object()) return;
    const json fields = schema.value("properties", json::object());
    for (const auto& [name, field] : fields.items()) {
        if (!value.contains(name) && field.contains("default")) value[name] = field.at("default");
        if (value.contains(name)) fill_defaults(value[name], field);
    }
}

Result<Release> read(json spec) {
    return read_release(*Object::from_json({
        {"apiVersion", "slipway.dev/v1alpha1"},
        {"kind", "Release"},
        {"metadata", {{"name", "web"}, {"namespace", "shop"}}},
        {"spec", std::move(spec)},
    }));
}

bool is_bounded(const json& field) {
    const auto type = field.at("type").get<std::string>();
    if (type == "string") return field.contains("maxLength");
    if (type == "array") return field.contains("maxItems");
    return true;
}

}  // namespace

TEST_CASE("every field of the schema is described and bounded", "[crds]") {
    const auto* part = GENERATE("spec", "status");

    walk(part, schema(part), [](const std::string& path, const json& field) {
        CAPTURE(path);
        CHECK(field.value("description", "").size() >= 5);
        CHECK(is_bounded(field));
    });
}

TEST_CASE("values to choose from are CamelCase", "[crds]") {
    walk("spec", schema("spec"), [](const std::string& path, const json& field) {
        CAPTURE(path);
        if (path == "spec.dialects[]") return;  // Names of dialects are those of the tools.
        for (const json& choice : field.value("enum", json::array())) {
            REQUIRE(choice.is_string());
            const auto word = choice.get<std::string>();
            CHECK((word.front() >= 'A' && word.front() <= 'Z'));
        }
    });
}

TEST_CASE("the defaults of the schema are those of the operator", "[crds]") {
    const json little{{"sources", {{{"inline", "a: b"}}, {{"secretRef", {{"name", "s"}}}}}}};
    json filled = little;
    fill_defaults(filled, schema("spec"));
    REQUIRE(filled != little);

    const auto by_schema = read(filled);
    const auto by_code = read(little);

    REQUIRE(by_schema);
    REQUIRE(by_code);
    const ReleaseSpec& left = by_schema->spec;
    const ReleaseSpec& right = by_code->spec;
    CHECK(left.wait == right.wait);
    CHECK(left.timeout == right.timeout);
    CHECK(left.no_activity_timeout == right.no_activity_timeout);
    CHECK(left.retry.limit == right.retry.limit);
    CHECK(left.retry.backoff == right.retry.backoff);
    CHECK(left.retry.max_backoff == right.retry.max_backoff);
    CHECK(left.supersede == right.supersede);
    CHECK(left.prune == right.prune);
    CHECK(left.conflicts == right.conflicts);
    CHECK(left.deletion == right.deletion);
    CHECK(left.suspend == right.suspend);
    CHECK(left.strict == right.strict);
    CHECK(
        std::get<ReferenceSource>(left.sources.at(1)).optional ==
        std::get<ReferenceSource>(right.sources.at(1)).optional
    );
}

TEST_CASE("spec.dialects may name the dialects that there are", "[crds]") {
    const json allowed = schema("spec").at("properties").at("dialects").at("items").at("enum");
    const auto known = dialect::names();

    CHECK(
        allowed.get<std::set<std::string>>() == std::set<std::string>(known.begin(), known.end())
    );
}

TEST_CASE("kubectl get shows the columns people look for", "[crds]") {
    std::vector<std::string> columns;
    const json listed = version().at("additionalPrinterColumns");
    for (const json& column : listed) {
        const std::string wide = column.value("priority", 0) == 0 ? "" : " (wide)";
        columns.push_back(
            column.at("name").get<std::string>() + " " + column.at("jsonPath").get<std::string>() +
            wide
        );
    }

    CHECK(
        columns ==
        std::vector<std::string>{
            "Phase .status.phase",
            "Stage .status.stage.name",
            "Progress .status.progress",
            "Ready .status.conditions[?(@.type==\"Ready\")].status",
            "Revision .status.revision",
            "Age .metadata.creationTimestamp",
            "Waiting For .status.waitingFor[0] (wide)",
            "Message .status.conditions[?(@.type==\"Ready\")].message (wide)",
        }
    );
}

TEST_CASE("the resource has the names that the operator knows", "[crds]") {
    const json spec = definition().at("spec");

    CHECK(spec.at("group") == release_group);
    CHECK(spec.at("versions").size() == 1);
    CHECK(version().at("name") == release_version);
    CHECK(version().at("served") == true);
    CHECK(version().at("storage") == true);
    CHECK(version().at("subresources").contains("status"));
    CHECK(spec.at("names").at("shortNames") == json{"rel"});
    CHECK(spec.at("names").at("categories") == json{"all", "slipway"});
    CHECK(spec.at("scope") == "Namespaced");
}

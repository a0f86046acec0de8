#include "core/model/managed_fields.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using nlohmann::json;

namespace {

json entry(const std::string& manager, const char* operation, json fields) {
    return {{"manager", manager}, {"operation", operation}, {"fieldsV1", std::move(fields)}};
}

const json data_a = {{"f:data", {{".", json::object()}, {"f:a", json::object()}}}};
const json data_b = {{"f:data", {{".", json::object()}, {"f:b", json::object()}}}};
const json ours = entry("slipway-1", "Apply", data_a);

Object with(json entries) {
    return *Object::from_json(
        {{"apiVersion", "v1"},
         {"kind", "ConfigMap"},
         {"metadata", {{"name", "a"}, {"managedFields", std::move(entries)}}}}
    );
}

std::optional<json> left_beside_ours(const json& other) {
    return entries_without_rivals(with(json::array({other, ours})), "slipway-1");
}

}  // namespace

TEST_CASE("whoever owns a field that we applied loses its entry", "[model][managed-fields]") {
    for (const char* operation : {"Update", "Apply"}) {
        const auto left = left_beside_ours(entry("kubectl-create", operation, data_a));
        REQUIRE(left);
        CHECK(*left == json::array({ours}));
    }
    const json whole = {{"f:data", json::object()}};
    CHECK(left_beside_ours(entry("kubectl-create", "Update", whole)));
}

TEST_CASE("what owns none of our fields keeps its entry", "[model][managed-fields]") {
    CHECK_FALSE(left_beside_ours(entry("controller", "Update", data_b)));
    json status = entry("kubelet", "Update", data_a);
    status["subresource"] = "status";
    CHECK_FALSE(left_beside_ours(status));
    CHECK_FALSE(left_beside_ours(entry("odd", "Update", nullptr)));
}

TEST_CASE(
    "to name a list's item is not to own it; to own the same of it is", "[model][managed-fields]"
) {
    const auto container = [](const char* owned) {
        return json{
            {"f:containers",
             {{R"(k:{"name":"web"})",
               {{".", json::object()}, {"f:name", json::object()}, {owned, json::object()}}}}}};
    };
    const json mine = entry("slipway-1", "Apply", container("f:image"));
    const auto beside = [&](const char* owned) {
        const json other = entry("injector", "Apply", container(owned));
        return entries_without_rivals(with(json::array({other, mine})), "slipway-1");
    };

    CHECK_FALSE(beside("f:env"));
    CHECK(beside("f:image"));
}

TEST_CASE("an entry of our name that is no apply is a rival too", "[model][managed-fields]") {
    CHECK(left_beside_ours(entry("slipway-1", "Update", data_a)) == json::array({ours}));
}

TEST_CASE("where we applied nothing, nobody loses anything", "[model][managed-fields]") {
    const json other = entry("kubectl-create", "Update", data_a);
    CHECK_FALSE(entries_without_rivals(with(json::array({other})), "slipway-1"));
    CHECK_FALSE(entries_without_rivals(with(nullptr), "slipway-1"));
}

#include "core/model/release.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using nlohmann::json;

namespace {

Object release_object(json spec) {
    return *Object::from_json({
        {"apiVersion", "slipway.dev/v1alpha1"},
        {"kind", "Release"},
        {"metadata", {{"name", "web"}, {"namespace", "shop"}}},
        {"spec", std::move(spec)},
    });
}

json one_source() { return {{"sources", {{{"inline", "kind: List"}}}}}; }

/// A valid spec with `field` of it (a JSON pointer) at `value`.
Result<Release> with(const char* field, json value) {
    json spec = one_source();
    spec[json::json_pointer(field)] = std::move(value);
    return read_release(release_object(std::move(spec)));
}

}  // namespace

TEST_CASE("a Release that says little has the documented defaults", "[model][release]") {
    const auto release = read_release(release_object(one_source()));

    REQUIRE(release);
    const ReleaseSpec& spec = release->spec;
    CHECK(std::get<InlineSource>(spec.sources.at(0)).text == "kind: List");
    CHECK(release->target_namespace() == "shop");
    CHECK(spec.service_account_name.empty());
    CHECK(spec.wait == WaitMode::All);
    CHECK(spec.timeout == 30min);
    CHECK(spec.no_activity_timeout == 10min);
    CHECK(spec.retry.limit == 3);
    CHECK(spec.retry.backoff == 10s);
    CHECK(spec.retry.max_backoff == 5min);
    CHECK(spec.supersede == Supersede::Finish);
    CHECK(spec.prune);
    CHECK(spec.conflicts == ConflictMode::Force);
    CHECK(spec.deletion == DeletionPolicy::Delete);
    CHECK(spec.deletion_force.empty());
    CHECK_FALSE(spec.suspend);
    CHECK_FALSE(spec.strict);
    CHECK(spec.dialects.empty());
}

TEST_CASE("every field of the spec is read", "[model][release]") {
    const auto release = read_release(release_object(json::parse(R"({
        "sources": [
            {"inline": "a: b"},
            {"configMapRef": {"name": "manifests", "key": "all.yaml", "optional": true}},
            {"secretRef": {"name": "secret-manifests"}}
        ],
        "targetNamespace": "elsewhere",
        "serviceAccountName": "deployer",
        "wait": "Annotated",
        "timeout": "1h",
        "noActivityTimeout": "90s",
        "retry": {"limit": 0, "backoff": "1s", "maxBackoff": "2s"},
        "supersede": "Terminate",
        "prune": false,
        "conflicts": "Fail",
        "deletion": {"policy": "Orphan", "force": ["CustomResourceDefinition/x.example.com"]},
        "suspend": true,
        "strict": true,
        "dialects": ["helm", "kots"]
    })")));

    REQUIRE(release);
    const ReleaseSpec& spec = release->spec;
    const auto& config_map = std::get<ReferenceSource>(spec.sources.at(1));
    CHECK(config_map.id("shop").text() == "ConfigMap shop/manifests");
    CHECK(config_map.key == "all.yaml");
    CHECK(config_map.optional);
    const auto& secret = std::get<ReferenceSource>(spec.sources.at(2));
    CHECK(secret.id("shop").text() == "Secret shop/secret-manifests");
    CHECK(secret.key.empty());
    CHECK_FALSE(secret.optional);
    CHECK(release->target_namespace() == "elsewhere");
    CHECK(spec.service_account_name == "deployer");
    CHECK(spec.wait == WaitMode::Annotated);
    CHECK(spec.timeout == 1h);
    CHECK(spec.no_activity_timeout == 90s);
    CHECK(spec.retry.limit == 0);
    CHECK(spec.retry.backoff == 1s);
    CHECK(spec.retry.max_backoff == 2s);
    CHECK(spec.supersede == Supersede::Terminate);
    CHECK_FALSE(spec.prune);
    CHECK(spec.conflicts == ConflictMode::Fail);
    CHECK(spec.deletion == DeletionPolicy::Orphan);
    CHECK(spec.deletion_force.at(0).kind == "CustomResourceDefinition");
    CHECK(spec.deletion_force.at(0).name == "x.example.com");
    CHECK(spec.suspend);
    CHECK(spec.strict);
    CHECK(spec.dialects == std::vector<std::string>{"helm", "kots"});
}

TEST_CASE(
    "a spec that cannot be honoured is refused with the field and the remedy", "[model][release]"
) {
    struct Row {
        const char* field;
        json value;
        const char* message;
    };
    const auto row = GENERATE(
        Row{"/needs",
            json::array(),
            "spec.needs is not honoured by this version of Slipway; remove it"},
        Row{"/retry/jitter",
            1,
            "spec.retry.jitter is not honoured by this version of Slipway; remove it"},
        Row{"/sources/0/chart",
            {{"weight", 1}},
            "spec.sources[0].chart is not honoured by this version of Slipway; remove it"},
        Row{"/sources",
            json::array(),
            "spec.sources is empty; a release needs at least one source of objects"},
        Row{"/sources/0",
            json::object(),
            "spec.sources[0] must hold exactly one of inline, configMapRef and secretRef"},
        Row{"/sources/0/secretRef",
            {{"name", "a"}},
            "spec.sources[0] must hold exactly one of inline, configMapRef and secretRef"},
        Row{"/sources/0",
            {{"secretRef", json::object()}},
            "spec.sources[0].secretRef.name is missing; say which object to read"},
        Row{"/sources/0/inline", 5, "spec.sources[0].inline must be a text, not a number"},
        Row{"/sources", "all", "spec.sources must be a list, not a string"},
        Row{"/serviceAccountName",
            "shop:admin",
            "spec.serviceAccountName is \"shop:admin\"; a name has lower-case letters, digits, '-' "
            "and "
            "'.', and starts and ends with a letter or digit"},
        Row{"/wait", "Some", "spec.wait is \"Some\"; it must be All or Annotated"},
        Row{"/timeout",
            "5",
            "spec.timeout: \"5\" is not a duration; write it like 90s, 5m or 1h30m"},
        Row{"/timeout", "0s", "spec.timeout is 0s; it must be longer than nothing"},
        Row{"/retry/limit", 101, "spec.retry.limit is 101; it must be from 0 to 100"},
        Row{"/retry/limit", -1, "spec.retry.limit is -1; it must be from 0 to 100"},
        Row{"/retry/backoff",
            "10m",
            "spec.retry.backoff is 10m, longer than maxBackoff, which is 5m"},
        Row{"/prune", "no", "spec.prune must be true or false, not a string"},
        Row{"/retry", 3, "spec.retry must be an object, not a number"},
        Row{"/dialects", json::array({"helm", 3}), "spec.dialects[1] must be a text, not a number"},
        Row{"/deletion",
            {{"force", {"data"}}},
            "spec.deletion.force[0] is \"data\"; write Kind/name or Kind.group/name, such as "
            "PersistentVolumeClaim/data"}
    );
    CAPTURE(row.field);

    const auto release = with(row.field, row.value);

    REQUIRE_FALSE(release);
    CHECK(release.error().kind == ErrorKind::InvalidSpec);
    CHECK(release.error().message == row.message);
}

TEST_CASE("a field that holds null is absent, as for the API server", "[model][release]") {
    const auto release = with("/timeout", nullptr);

    REQUIRE(release);
    CHECK(release->spec.timeout == 30min);
    CHECK(with("/needs", nullptr));
}

TEST_CASE("inline sources have at most 128 KiB in all", "[model][release]") {
    const std::string half(64 << 10, 'x');
    const json two{{{"inline", half}}, {{"inline", half}}};
    const json too_much{{{"inline", half}}, {{"inline", half + "x"}}};

    CHECK(with("/sources", two));
    const auto refused = with("/sources", too_much);

    REQUIRE_FALSE(refused);
    CHECK(refused.error().kind == ErrorKind::TooLarge);
    CHECK(
        refused.error().message ==
        "the inline sources have 129 KiB in all; at most 128 KiB may be inline: move them to a "
        "ConfigMap and name it with configMapRef"
    );
}

TEST_CASE("consent to a deletion covers what it names and nothing else", "[model][release]") {
    const DeletionConsent any_group{.kind = "Widget", .name = "a"};
    const DeletionConsent one_group{.kind = "Widget", .group = "example.com", .name = "a"};
    const ObjectId widget{
        .group = "example.com", .kind = "Widget", .in_namespace = "x", .name = "a"};
    const ObjectId namesake{.group = "other.com", .kind = "Widget", .name = "a"};

    CHECK(any_group.covers(widget));
    CHECK(any_group.covers(namesake));
    CHECK(one_group.covers(widget));
    CHECK_FALSE(one_group.covers(namesake));
    CHECK_FALSE(any_group.covers({.group = "example.com", .kind = "Widget", .name = "b"}));
    CHECK_FALSE(any_group.covers({.group = "example.com", .kind = "Gadget", .name = "a"}));
}

TEST_CASE(
    "what a Release says of itself is read also where its spec cannot be", "[model][release]"
) {
    const Object live = *Object::from_json(json::parse(R"({
        "apiVersion": "slipway.dev/v1alpha1",
        "kind": "Release",
        "metadata": {
            "name": "web", "namespace": "shop", "uid": "u1", "resourceVersion": "7", "generation": 3,
            "deletionTimestamp": "2026-11-20T20:44:16Z",
            "finalizers": ["other.dev/x", "slipway.dev/release"],
            "annotations": {"slipway.dev/retry-at": "now", "slipway.dev/reconcile-at": "later"}
        },
        "spec": {"sources": "?"},
        "status": {"revision": 4}
    })"));

    const Release release = read_metadata(live);

    CHECK_FALSE(read_release(live));
    CHECK(release.key() == "shop/web");
    CHECK(release.uid == "u1");
    CHECK(release.resource_version == "7");
    CHECK(release.generation == 3);
    CHECK(release.deleting);
    CHECK(release.has_finalizer);
    CHECK(release.retry_at == "now");
    CHECK(release.reconcile_at == "later");
    CHECK(release.status.revision == 4);
}

TEST_CASE("an object of another kind is no Release", "[model][release]") {
    const auto release = read_release(*Object::from_json(
        {{"apiVersion", "v1"}, {"kind", "ConfigMap"}, {"metadata", {{"name", "a"}}}}
    ));

    REQUIRE_FALSE(release);
    CHECK(release.error().message == "ConfigMap/a of v1 is not a Release of slipway.dev");
}

TEST_CASE("a Release without a spec is refused", "[model][release]") {
    const auto release = read_release(release_object(nullptr));

    REQUIRE_FALSE(release);
    CHECK(release.error().message == "spec is missing; it says what the release holds");
}

/// Where the manifests of a Release come from.
#include "core/base/base64.hpp"
#include "edge/source/driver.hpp"
#include "support/catch.hpp"
#include "support/fake_cluster.hpp"

using namespace slipway;
using nlohmann::json;
using Texts = std::vector<std::pair<std::string, std::string>>;

namespace {

/// A Release in the namespace shop, and what stands there.
struct Shop {
    test::CrashPoint crash{};
    test::FakeCluster cluster{crash};
    std::unique_ptr<ports::Sources> sources = source::make_sources(cluster);
    Release release{.in_namespace = "shop", .name = "web"};
    ports::Identity account = *ports::Identity::service_account("shop", "deployer");

    void put(const std::string& kind, const std::string& field, json data) {
        cluster.put(
            {{"apiVersion", "v1"},
             {"kind", kind},
             {"metadata", {{"name", "manifests"}, {"namespace", "shop"}}},
             {field, std::move(data)}}
        );
    }

    Result<std::vector<ports::SourceText>> fetch(const SourceSpec& source) {
        return sources->fetch(account, release, source);
    }

    Texts texts(const SourceSpec& source) {
        const auto fetched = fetch(source);
        REQUIRE(fetched);
        Texts texts;
        for (const ports::SourceText& text : *fetched)
            texts.emplace_back(text.name, text.text);
        return texts;
    }
};

constexpr auto config_map = ReferenceSource::From::ConfigMap;
constexpr auto secret = ReferenceSource::From::Secret;

}  // namespace

TEST_CASE("inline text is its own source", "[source]") {
    CHECK(Shop().texts(InlineSource{"kind: A"}) == Texts{{"inline", "kind: A"}});
}

TEST_CASE("a ConfigMap without a key gives all of its keys in name order", "[source]") {
    Shop shop;
    shop.put("ConfigMap", "data", {{"b.yaml", "kind: B"}, {"a.yaml", "kind: A"}});

    CHECK(
        shop.texts(ReferenceSource{config_map, "manifests"}) ==
        Texts{
            {"ConfigMap/manifests key a.yaml", "kind: A"},
            {"ConfigMap/manifests key b.yaml", "kind: B"}}
    );
    CHECK(
        shop.texts(ReferenceSource{config_map, "manifests", "b.yaml"}) ==
        Texts{{"ConfigMap/manifests key b.yaml", "kind: B"}}
    );
}

TEST_CASE("a Secret's values are decoded", "[source]") {
    Shop shop;
    shop.put("Secret", "data", {{"a.yaml", base64("kind: A")}});

    CHECK(
        shop.texts(ReferenceSource{secret, "manifests"}) ==
        Texts{{"Secret/manifests key a.yaml", "kind: A"}}
    );
}

TEST_CASE("what an optional source lacks is no error", "[source]") {
    Shop shop;
    CHECK(shop.texts({ReferenceSource{config_map, "manifests", "", true}}).empty());

    shop.put("ConfigMap", "data", {{"a.yaml", "kind: A"}});
    CHECK(shop.texts({ReferenceSource{config_map, "manifests", "b.yaml", true}}).empty());
}

TEST_CASE("what a source lacks is named, with the remedy", "[source]") {
    struct Row {
        json data;
        std::string key;
        std::string says;
    };
    const auto row = GENERATE(values<Row>({
        {nullptr, "", "ConfigMap/manifests does not exist in namespace shop"},
        {{{"a.yaml", "kind: A"}},
         "b.yaml",
         "has no key b.yaml; spec.sources names it. Add it to its data, correct the name, or mark"},
        {json::object(), "", "holds no data"},
    }));
    CAPTURE(row.says);
    Shop shop;
    if (!row.data.is_null()) shop.put("ConfigMap", "data", row.data);

    const auto fetched = shop.fetch(ReferenceSource{config_map, "manifests", row.key});

    REQUIRE_FALSE(fetched);
    CHECK(fetched.error().kind == ErrorKind::SourceNotFound);
    CHECK_THAT(fetched.error().message, Catch::Contains(row.says));
}

TEST_CASE("manifests in binaryData are refused instead of being overlooked", "[source]") {
    Shop shop;
    shop.put("ConfigMap", "binaryData", {{"a.yaml", base64("kind: A")}});

    const auto fetched = shop.fetch(ReferenceSource{config_map, "manifests"});

    REQUIRE_FALSE(fetched);
    CHECK_THAT(fetched.error().message, Catch::Contains("key a.yaml stands in binaryData"));
}

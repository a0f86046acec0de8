#include "edge/runtime/release_cache.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace slipway;
using runtime::ReleaseCache;

namespace {

Object release(const char* resource_version, int generation) {
    return *Object::from_json(
        {{"apiVersion", "slipway.dev/v1alpha1"},
         {"kind", "Release"},
         {"metadata",
          {{"name", "web"},
           {"namespace", "shop"},
           {"uid", "1"},
           {"resourceVersion", resource_version},
           {"generation", generation}}}}
    );
}

}  // namespace

TEST_CASE("a Release as it was before is believed only after time went backwards", "[runtime]") {
    std::vector<std::string> changed;
    int rewound = 0;
    ReleaseCache releases(
        [&](const std::string& key) { changed.push_back(key); }, [&] { ++rewound; }
    );
    releases.on_object(release("20", 2));

    releases.on_object(release("9", 1));
    CHECK(releases.find("shop/web")->resource_version() == "20");
    CHECK(changed.size() == 1);
    releases.on_rewound();
    releases.on_object(release("9", 1));
    releases.on_object(release("8", 1));

    CHECK(rewound == 1);
    CHECK(releases.find("shop/web")->resource_version() == "9");
    CHECK(changed.size() == 2);
}

TEST_CASE("when all was told anew after a restore, that is said once more", "[runtime]") {
    int rewound = 0;
    ReleaseCache releases([](const std::string&) {}, [&] { ++rewound; });
    releases.on_object(release("20", 2));
    releases.on_listed("20");
    REQUIRE(rewound == 0);

    releases.on_rewound();
    // Of the same generation, so nobody else would notice.
    releases.on_object(release("9", 2));
    releases.on_listed("30");
    releases.on_listed("31");

    CHECK(rewound == 2);
}

TEST_CASE("the trouble of the watch of Releases is known until it has passed", "[runtime]") {
    ReleaseCache releases([](const std::string&) {});
    CHECK_FALSE(releases.is_synced());

    releases.on_synced();
    CHECK(releases.is_synced());
    CHECK_FALSE(releases.trouble());

    releases.on_trouble({ErrorKind::Unavailable, "reset"});
    CHECK(releases.trouble()->message == "reset");

    releases.on_synced();
    CHECK_FALSE(releases.trouble());
}

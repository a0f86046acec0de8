#include "edge/runtime/release_cache.hpp"

#include "support/catch.hpp"

using namespace slipway;
using runtime::ReleaseCache;

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

#include "edge/runtime/session.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using runtime::Sightings;

namespace {

const ObjectId settings{.kind = "ConfigMap", .in_namespace = "shop", .name = "settings"};

machine::Observation present(const std::string& resource_version) {
    return {
        .presence = machine::Presence::Present, .uid = "1", .resource_version = resource_version};
}

}  // namespace

TEST_CASE("an answer older than what is known does not count", "[runtime]") {
    Sightings sightings;
    sightings.see(settings, present("20"), Time{});

    CHECK_FALSE(sightings.see(settings, present("19"), Time{}));
    CHECK(sightings.all().at(settings).resource_version == "20");
}

TEST_CASE(
    "an object that left while its request was under way is not believed to be there", "[runtime]"
) {
    Sightings sightings;
    sightings.see(settings, present("20"), Time{});
    const auto asked_at = sightings.turn();
    sightings.lost(settings, "1", Time{});

    sightings.see_answer(settings, present("21"), Time{}, asked_at);

    CHECK_FALSE(sightings.all().contains(settings));
}

TEST_CASE("an answer to a request made after the object left counts", "[runtime]") {
    Sightings sightings;
    sightings.see(settings, present("20"), Time{});
    sightings.lost(settings, "1", Time{});

    sightings.see_answer(settings, present("22"), Time{}, sightings.turn());

    CHECK(sightings.all().at(settings).is_present());
}

TEST_CASE("the last change of a kind is one that was seen to happen, and lately", "[runtime]") {
    const GroupKind config_maps{"", "ConfigMap"};
    const Time now = Time{} + 10s;
    Sightings sightings;

    sightings.see(settings, present("9"), now);
    CHECK(sightings.last_change_of(config_maps, now).empty());

    sightings.see(settings, present("20"), now);
    sightings.see(settings, present("15"), now);
    CHECK(sightings.last_change_of(config_maps, now) == "20");
    CHECK(sightings.last_change_of(config_maps, now + 1s).empty());
    CHECK(sightings.last_change_of({"", "Secret"}, now).empty());

    sightings.doubt();
    CHECK(sightings.last_change_of(config_maps, now).empty());
}

TEST_CASE("what a list should have told and did not is unknown", "[runtime]") {
    Sightings sightings;
    auto ours = present("20");
    ours.release_uid = "u1";
    sightings.see(settings, ours, Time{});
    const runtime::Listed listed{{"", "ConfigMap"}, "", "25", {}};

    CHECK(sightings.lost_before(listed, "u1", Time{}));

    CHECK_FALSE(sightings.follows(settings, "u1"));
    CHECK_FALSE(sightings.lost_before(listed, "u1", Time{}));
}

TEST_CASE("what a list cannot have told is as it was", "[runtime]") {
    const auto [listed, is_of] = GENERATE(table<runtime::Listed, std::string>({
        {{{"", "ConfigMap"}, "", "20", {}}, "an earlier time"},
        {{{"", "ConfigMap"}, "elsewhere", "25", {}}, "another namespace"},
        {{{"", "Secret"}, "", "25", {}}, "another kind"},
        {{{"", "ConfigMap"}, "shop", "25", {"1"}}, "the same"},
    }));
    CAPTURE(is_of);
    Sightings sightings;
    auto ours = present("20");
    ours.release_uid = "u1";
    sightings.see(settings, ours, Time{});

    CHECK_FALSE(sightings.lost_before(listed, "u1", Time{}));

    CHECK(sightings.follows(settings, "u1"));
}

TEST_CASE("what never carried our label is on no list of ours", "[runtime]") {
    Sightings sightings;
    sightings.see(settings, present("20"), Time{});

    CHECK_FALSE(sightings.lost_before({{"", "ConfigMap"}, "", "25", {}}, "u1", Time{}));
}

TEST_CASE("what is in doubt compares with nothing, and is unknown until it is seen", "[runtime]") {
    Sightings sightings;
    sightings.see(settings, present("20"), Time{});
    const auto asked_at = sightings.turn();

    sightings.doubt();

    CHECK(sightings.all().empty());
    sightings.see_answer(settings, present("21"), Time{}, asked_at);
    CHECK(sightings.all().empty());
    CHECK(sightings.see(settings, present("5"), Time{}));
    CHECK(sightings.all().at(settings).resource_version == "5");
}

TEST_CASE("that what is known to be absent is absent still is no activity", "[runtime]") {
    Sightings sightings;
    sightings.gone(settings, Time{});

    sightings.gone(settings, Time{} + std::chrono::minutes(1));

    CHECK(sightings.last_activity() == Time{});
}

#include "edge/runtime/session.hpp"
#include "support/catch.hpp"

using namespace slipway;
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

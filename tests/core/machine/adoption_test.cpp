/// Objects that belonged to nobody: taken, and then owned alone.
#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

namespace {

const std::string a = "ConfigMap/a";

Situation before_nobodys_object() {
    Situation release = deploying(object("ConfigMap", "{name: a}"));
    release.sees(a, {.presence = Presence::Present, .uid = "nobodys", .resource_version = "3"});
    return release;
}

/// It was applied, and its stage has settled.
Situation adopted() {
    Situation release = before_nobodys_object();
    release.take_step();
    Observation ours = release.standing(a);
    ours.uid = "nobodys";
    release.sees(a, ours);
    release.take_step();
    return release;
}

bool has_note(const Decision& decision, const std::string& reason) {
    return std::any_of(decision.notes.begin(), decision.notes.end(), [&](const Note& note) {
        return note.reason == reason;
    });
}

}  // namespace

TEST_CASE("what belongs to nobody is taken, written down before it is", "[machine][adoption]") {
    Situation release = before_nobodys_object();

    const Decision decision = release.step();

    CHECK(
        release.effects(decision) ==
        Effects{"apply ConfigMap/a, uid nobodys, version 3, without force"}
    );
    REQUIRE(decision.ledger);
    REQUIRE(decision.ledger->adoptions.size() == 1);
    CHECK(decision.ledger->adoptions.begin()->second.uid == "nobodys");
    CHECK(has_note(decision, "Adopted"));
}

TEST_CASE("it is written down once, however often it is applied", "[machine][adoption]") {
    Situation release = before_nobodys_object();
    release.take_step();

    const Decision decision = release.step();

    CHECK(release.effects(decision).size() == 1);
    CHECK_FALSE(decision.ledger);
}

TEST_CASE("its old managers lose their fields once it was applied", "[machine][adoption]") {
    Situation release = before_nobodys_object();
    release.take_step();
    CHECK(release.effects() != Effects{"take fields of ConfigMap/a"});

    release = adopted();

    CHECK(release.effects() == Effects{"take fields of ConfigMap/a"});
}

TEST_CASE("what was taken, or cannot be, is done with", "[machine][adoption]") {
    Situation release = adopted();
    bool is_said = false;
    SECTION("they were taken") { release.adoption_answers["nobodys"] = std::nullopt; }
    SECTION("the object is gone") { release.sees(a, absent()); }
    SECTION("another stands there") { release.live[release.id(a)].uid = "other"; }
    SECTION("the release has given it up") { release.ledger.inventory.clear(); }
    SECTION("it was refused for good") {
        release.adoption_answers["nobodys"] =
            Refusal{.error = {ErrorKind::Forbidden, "no"}, .at = noon};
        is_said = true;
    }

    const Decision decision = release.take_step();

    CHECK(release.effects(decision).empty());
    CHECK(release.ledger.adoptions.empty());
    CHECK(has_note(decision, "FieldsNotTaken") == is_said);
}

TEST_CASE("a write that was outrun is repeated in time", "[machine][adoption]") {
    Situation release = adopted();
    release.adoption_answers["nobodys"] =
        Refusal{.error = {ErrorKind::Conflict, "resourceVersion"}, .at = noon};

    const Decision decision = release.step();
    CHECK(release.effects(decision).empty());
    CHECK(decision.look_again == noon + std::chrono::milliseconds(100));

    release.now = *decision.look_again;
    CHECK(release.effects() == Effects{"take fields of ConfigMap/a"});
}

TEST_CASE("other content waits until the fields were taken", "[machine][adoption]") {
    Situation release = adopted();
    release.ledger.settled.clear();
    release.unit(a).digest = "sha256:other";
    release.adoption_answers["nobodys"] =
        Refusal{.error = {ErrorKind::Throttled, "later", std::chrono::seconds(60)}, .at = noon};
    CHECK(release.effects().empty());

    release.adoption_answers["nobodys"] = std::nullopt;
    release.take_step();
    CHECK(release.effects() == Effects{"apply ConfigMap/a, uid nobodys, version 7"});
}

TEST_CASE("what may not be seen any more is given up", "[machine][adoption]") {
    Situation release = adopted();
    release.live.clear();
    release.refuses(a, {ErrorKind::Forbidden, "no"});
    release.take_step();

    CHECK(release.ledger.adoptions.empty());
}

TEST_CASE("fields are taken of a hundred objects at a time", "[machine][adoption]") {
    std::string yaml;
    for (int i = 0; i < 150; ++i)
        yaml += object("ConfigMap", "{name: c" + std::to_string(i) + "}");
    Situation release = deployed(yaml);
    for (const auto& [id, entry] : release.ledger.inventory) {
        release.sees(id.title(), release.standing(id.title()));
        release.ledger.adoptions[id] = {id, "v1", "uid"};
    }

    CHECK(release.effects().size() == 100);
}

TEST_CASE("what nobody has seen since is looked for first", "[machine][adoption]") {
    Situation release = adopted();
    release.live.clear();

    CHECK(release.effects() == Effects{"look ConfigMap/a"});
}

TEST_CASE("what is to be deleted needs no owner", "[machine][adoption]") {
    Situation release = deleting(object("ConfigMap", "{name: a}"));
    release.ledger.adoptions = {{release.id(a), {release.id(a), "v1", "uid"}}};
    release.sees_all({a});

    CHECK(release.effects() == Effects{"delete ConfigMap/a, uid uid"});
}

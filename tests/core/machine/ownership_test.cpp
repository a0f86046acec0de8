#include "core/machine/ownership.hpp"

#include "support/catch.hpp"
#include "support/machine.hpp"

using namespace slipway;
using namespace slipway::machine;
using namespace slipway::testing;

TEST_CASE(
    "whose an object is follows from the inventory, then from marks", "[machine][ownership]"
) {
    struct Row {
        bool present;
        const char* listed_uid;  ///< "" where it is listed without one, nullptr where it is not.
        const char* release;
        const char* release_uid;
        const char* owner;
        Claim claim;
    };
    const auto row = GENERATE(
        Row{false, "uid", "shop/web", "release-1", "", Claim::Free},
        Row{true, "uid", "", "", "", Claim::Ours},
        Row{true, "uid", "", "", "Helm release shop/old", Claim::Ours},
        Row{true, "uid", "shop/other", "release-9", "", Claim::Ours},
        Row{true, "", "shop/web", "release-1", "", Claim::Ours},
        Row{true, "", "shop/web", "", "", Claim::Nobodys},
        Row{true, "", "", "release-1", "", Claim::Nobodys},
        Row{true, "", "shop/web", "release-0", "", Claim::Nobodys},
        Row{true, "another", "", "", "", Claim::Nobodys},
        Row{true, nullptr, "", "", "", Claim::Nobodys},
        Row{true, nullptr, "", "", "Argo CD application shop", Claim::Foreign},
        Row{true, "", "shop/other", "release-9", "", Claim::Foreign},
        Row{true, "", "shop/other", "release-1", "", Claim::Foreign},
        Row{true, "another", "shop/other", "", "", Claim::Foreign}
    );
    CAPTURE(row.present, row.listed_uid, row.release, row.release_uid, row.owner);
    Situation release = deploying(object("ConfigMap", "{name: a}"));
    const ObjectId id = release.id("ConfigMap/a");
    if (row.listed_uid == nullptr) {
        release.ledger.inventory.clear();
    } else {
        release.ledger.inventory.at(id).uid = row.listed_uid;
    }
    const Observation seen{
        .presence = row.present ? Presence::Present : Presence::Absent,
        .uid = "uid",
        .release = row.release,
        .release_uid = row.release_uid,
        .owner = {row.owner},
    };

    CHECK(claim(release.world(), id, seen) == row.claim);
}

TEST_CASE(
    "an object without a uid is not the one that is listed without one", "[machine][ownership]"
) {
    Situation release = deploying(object("ConfigMap", "{name: a}"));

    CHECK(
        claim(release.world(), release.id("ConfigMap/a"), {.presence = Presence::Present}) ==
        Claim::Nobodys
    );
}

TEST_CASE("the owner is named together with the way out", "[machine][ownership]") {
    const ObjectId id{.kind = "ConfigMap", .in_namespace = "shop", .name = "a"};

    const Error by_helm = owned_by_another(id, {.owner = {"Helm release shop/old"}});
    const Error by_release = owned_by_another(id, {.release = "shop/other"});

    CHECK(by_helm.kind == ErrorKind::OwnedByAnother);
    CHECK(
        by_helm.message ==
        "ConfigMap/a exists and belongs to Helm release shop/old; it was not touched. Remove it "
        "from one of the two, take it over with the annotation slipway.dev/adopt: \"true\", or "
        "rename "
        "it"
    );
    CHECK_THAT(by_release.message, Catch::Contains("belongs to Release shop/other;"));
    CHECK_THAT(by_release.message, Catch::Contains("from one of the two, or rename it"));
}

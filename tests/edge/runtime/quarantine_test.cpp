#include "edge/runtime/quarantine.hpp"

#include <fstream>
#include <future>

#include "support/dying_process.hpp"
#include "support/temporary_folder.hpp"

using namespace slipway;
using namespace slipway::runtime;
using namespace slipway::test;
using namespace std::chrono_literals;

namespace {

const Input web{"shop/web", "1-1", Origin::Sources, "sha256:web"};
const Input api{"shop/api", "2-2", Origin::Sources, "sha256:api"};

std::unique_ptr<Quarantine> open_in(const TemporaryFolder& folder) {
    auto opened = Quarantine::open(folder.path(), [](const auto&, const auto&) {});
    REQUIRE(opened);
    return std::move(opened).value();
}

void die_reading(const TemporaryFolder& folder, const Input& input, int times = 1) {
    for (int i = 0; i < times; ++i) {
        in_a_process_that_dies([&] {
            const auto quarantine = open_in(folder);
            if (const auto reading = quarantine->begin(input)) die();
        });
    }
}

/// Each in a thread of its own, as workers read.
void die_reading_together(const TemporaryFolder& folder, const Input& one, const Input& other) {
    in_a_process_that_dies([&] {
        const auto quarantine = open_in(folder);
        const auto reading = quarantine->begin(one);
        std::thread([&] {
            if (const auto beside = quarantine->begin(other)) die();
        }).join();
    });
}

bool is_quarantined(Quarantine& quarantine, const Input& input) {
    const auto reading = quarantine.begin(input);
    return !reading && reading.error().kind == ErrorKind::PoisonPill;
}

bool reads_well(Quarantine& quarantine, const Input& input) {
    return static_cast<bool>(quarantine.begin(input));
}

}  // namespace

TEST_CASE("content that ended the process three times is not read again", "[runtime][poison]") {
    TemporaryFolder folder;
    const auto [times, is_left_alone] =
        GENERATE(table<int, bool>({{1, false}, {2, false}, {3, true}}));
    CAPTURE(times);

    die_reading(folder, web, times);

    CHECK(is_quarantined(*open_in(folder), web) == is_left_alone);
}

TEST_CASE("quarantined content is named, with the remedy", "[runtime][poison]") {
    TemporaryFolder folder;
    Input input = web;
    input.origin = GENERATE(Origin::Sources, Origin::Store);
    die_reading(folder, input, 3);

    const auto refused = open_in(folder)->begin(input);

    REQUIRE_FALSE(refused);
    CHECK_THAT(
        refused.error().message,
        Catch::StartsWith("Release shop/web: reading ") &&
            Catch::Contains("ended the operator 3 times, so it is not read again") &&
            Catch::Contains("slipway.dev/retry-at to a new value")
    );
    const bool is_stored = input.origin == Origin::Store;
    CHECK_THAT(
        refused.error().message,
        Catch::Contains(is_stored ? "spec.deletion.policy Orphan" : "Change the content")
    );
}

TEST_CASE(
    "other content of a quarantined Release starts from zero, and the poison stays known",
    "[runtime][poison]"
) {
    TemporaryFolder folder;
    die_reading(folder, web, 3);
    Input mended = web;
    mended.digest = "sha256:mended";

    die_reading(folder, mended, 2);

    CHECK(reads_well(*open_in(folder), mended));
    CHECK(is_quarantined(*open_in(folder), web));
}

TEST_CASE("a Release that reads well is cleared, and leaves nothing behind", "[runtime][poison]") {
    TemporaryFolder folder;
    const int crashes = GENERATE(0, 1, 2);
    die_reading(folder, web, crashes);

    CHECK(reads_well(*open_in(folder), web));

    CHECK(folder.is_empty());
    die_reading(folder, web, 2);
    CHECK_FALSE(is_quarantined(*open_in(folder), web));
}

TEST_CASE("a Release that was cleared starts from zero in the same process", "[runtime][poison]") {
    TemporaryFolder folder;
    die_reading(folder, web, 2);

    in_a_process_that_dies([&] {
        const auto quarantine = open_in(folder);
        if (!reads_well(*quarantine, web)) return;
        if (const auto reading = quarantine->begin(web)) die();
    });

    CHECK(reads_well(*open_in(folder), web));
}

TEST_CASE(
    "of several that were being read, only the culprit's crashes are counted on",
    "[runtime][poison]"
) {
    TemporaryFolder folder;

    die_reading_together(folder, web, api);
    die_reading(folder, api, 2);

    const auto quarantine = open_in(folder);
    CHECK(is_quarantined(*quarantine, api));
    CHECK(reads_well(*quarantine, web));
}

TEST_CASE("a suspect is read alone", "[runtime][poison]") {
    TemporaryFolder folder;
    die_reading(folder, web);
    const auto quarantine = open_in(folder);
    const bool suspect_comes_first = GENERATE(true, false);
    const Input& first = suspect_comes_first ? web : api;
    const Input& second = suspect_comes_first ? api : web;

    auto reading =
        std::make_unique<Result<std::unique_ptr<GuardedReading>>>(quarantine->begin(first));
    auto other = std::async(std::launch::async, [&] { return reads_well(*quarantine, second); });

    CHECK(other.wait_for(100ms) == std::future_status::timeout);
    reading.reset();
    CHECK(other.get());
}

TEST_CASE("those that nobody suspects are read at the same time", "[runtime][poison]") {
    TemporaryFolder folder;
    const auto quarantine = open_in(folder);

    const auto reading = quarantine->begin(web);
    auto other = std::async(std::launch::async, [&] { return reads_well(*quarantine, api); });

    CHECK(other.get());
}

TEST_CASE("a process that ends between readings is nobody's crash", "[runtime][poison]") {
    TemporaryFolder folder;
    die_reading(folder, web, 2);

    for (int i = 0; i < 3; ++i)
        in_a_process_that_dies([&] {
            const auto quarantine = open_in(folder);
            if (quarantine) die();
        });

    CHECK(reads_well(*open_in(folder), web));
}

TEST_CASE("the quarantine outlives the process that stops in good order", "[runtime][poison]") {
    TemporaryFolder folder;
    die_reading(folder, web, 3);

    for (int i = 0; i < 3; ++i)
        CHECK(is_quarantined(*open_in(folder), web));
}

TEST_CASE("sources that read well do not clear what is stored", "[runtime][poison]") {
    TemporaryFolder folder;
    Input stored = web;
    stored.origin = Origin::Store;
    stored.digest = "sha256:stored";

    for (int i = 0; i < 3; ++i) {
        CHECK(reads_well(*open_in(folder), web));
        die_reading(folder, stored);
    }

    const auto quarantine = open_in(folder);
    CHECK(reads_well(*quarantine, web));
    CHECK(is_quarantined(*quarantine, stored));
}

TEST_CASE("nothing is kept of Releases that are gone", "[runtime][poison]") {
    TemporaryFolder folder;
    die_reading(folder, web, 3);
    die_reading(folder, api, 3);
    const auto quarantine = open_in(folder);

    quarantine->keep_only({api.uid});

    CHECK(is_quarantined(*open_in(folder), api));
    CHECK(reads_well(*open_in(folder), web));
    quarantine->forget(api.uid);
    CHECK(folder.is_empty());
}

TEST_CASE("each suspect is told of at the start", "[runtime][poison]") {
    TemporaryFolder folder;
    die_reading(folder, web, 2);
    std::vector<std::string> told;

    const auto opened = Quarantine::open(folder.path(), [&](const auto& key, const auto& text) {
        told.push_back(key + ": " + text);
    });

    CHECK(
        told ==
        std::vector<std::string>{
            "shop/web: the operator ended while it read the content of this release: 2 of "
            "3 times before it is left alone"}
    );
}

TEST_CASE("a folder that cannot be written is refused with its name", "[runtime][poison]") {
    const std::string folder = GENERATE("/dev/null/scratch", "/proc");

    const auto opened = Quarantine::open(folder, [](const auto&, const auto&) {});

    REQUIRE_FALSE(opened);
    CHECK_THAT(
        opened.error().message,
        Catch::StartsWith("--scratch " + folder + ": nothing can be written there")
    );
}

TEST_CASE("without a folder nothing is remembered", "[runtime][poison]") {
    const auto quarantine = Quarantine::open("", [](const auto&, const auto&) {});
    REQUIRE(quarantine);

    for (int i = 0; i < 4; ++i)
        CHECK(reads_well(**quarantine, web));
    (*quarantine)->keep_only({});
}

TEST_CASE("files that nobody can read count for nothing, and go", "[runtime][poison]") {
    TemporaryFolder folder;
    std::ofstream(folder.path() + "/1-1.sha256:cut.reading") << "2";
    std::ofstream(folder.path() + "/1-1.sha256:cut.reading.unfinished") << "2";
    std::ofstream(folder.path() + "/somebody's") << "else";

    CHECK(reads_well(*open_in(folder), web));

    CHECK(std::filesystem::exists(folder.path() + "/somebody's"));
    std::filesystem::remove(folder.path() + "/somebody's");
    CHECK(folder.is_empty());
}

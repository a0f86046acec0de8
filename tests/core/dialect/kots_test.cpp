#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/dialect.hpp"

using namespace slipway;
using namespace slipway::dialect;
using namespace slipway::testing;
using Catch::Matchers::Contains;

namespace {

Hints hints_of(const std::string& annotations) { return must(read(annotated(annotations), {})); }

std::string error_of(const std::string& annotations) {
    const auto hints = read(annotated(annotations), {});
    return hints ? "" : hints.error().message;
}

}  // namespace

TEST_CASE("KOTS' phases are integers from -9999 to 9999", "[dialect][kots]") {
    struct Row {
        const char* value;
        int phase;
    };
    const auto row =
        GENERATE(Row{"-1", -1}, Row{"+5", 5}, Row{"05", 5}, Row{"-9999", -9999}, Row{"9999", 9999});
    CAPTURE(row.value);

    const Hints hints = hints_of(
        "kots.io/creation-phase: '" + std::string(row.value) + "'\nkots.io/deletion-phase: '" +
        row.value + "'"
    );

    CHECK(hints.group->value == row.phase);
    CHECK(hints.delete_phase->value == row.phase);
}

TEST_CASE("a phase that is none is refused, where KOTS takes it for 0", "[dialect][kots]") {
    const auto* value = GENERATE("", "first", " 1", "1.0", "10000", "-10000");
    const auto* key = GENERATE("kots.io/creation-phase", "kots.io/deletion-phase");
    CAPTURE(value, key);

    const std::string message = error_of(std::string(key) + ": '" + value + "'");

    CHECK(
        message == std::string(key) + ": \"" + value +
                       "\" is not an integer from -9999 to 9999; write one in quotes, like \"-1\""
    );
}

TEST_CASE("wait-for-ready is a barrier where it says true", "[dialect][kots]") {
    struct Row {
        const char* value;
        bool waits;
        std::size_t warnings;
    };
    const auto row = GENERATE(
        Row{"true", true, 0},
        Row{"True", true, 1},
        Row{"TRUE", true, 1},
        Row{"1", true, 1},
        Row{"t", true, 1},
        Row{"T", true, 1},
        Row{"false", false, 0},
        Row{"False", false, 0},
        Row{"0", false, 0},
        Row{"f", false, 0}
    );
    CAPTURE(row.value);

    const Hints hints = hints_of("kots.io/wait-for-ready: '" + std::string(row.value) + "'");

    CHECK(hints.wait.has_value() == row.waits);
    if (row.waits) CHECK(hints.wait->value == WaitHint::Barrier);
    CHECK(hints.findings.size() == row.warnings);
}

TEST_CASE("wait-for-ready that is neither true nor false is refused", "[dialect][kots]") {
    const auto* value = GENERATE("", "yes", " true", "tRUE", "2");
    CAPTURE(value);

    CHECK(
        error_of("kots.io/wait-for-ready: '" + std::string(value) + "'")
            .find("neither true nor false") != std::string::npos
    );
}

TEST_CASE("properties that KOTS would not find, or cut, count here and warn", "[dialect][kots]") {
    struct Row {
        const char* property;
        const Rule* rule;
    };
    const auto row = GENERATE(
        Row{".status.phase=Running", nullptr},
        Row{".status.conditions[0].status=True", nullptr},
        Row{".status.phase=", nullptr},
        Row{"status.phase=Running", &rules::path_that_kots_never_finds},
        Row{"{.status.phase}=Running", &rules::path_that_kots_never_finds},
        Row{R"(.status.conditions[?(@.type=="Ready")].status=True)",
            &rules::property_that_kots_cuts}
    );
    CAPTURE(row.property);

    const Hints hints =
        hints_of("kots.io/wait-for-properties: '" + std::string(row.property) + "'");

    CHECK(hints.wait_for->value.size() == 1);
    REQUIRE(hints.findings.size() == (row.rule == nullptr ? 0 : 1));
    if (row.rule != nullptr) CHECK(hints.findings[0].rule == row.rule);
}

TEST_CASE("wait-for-properties become requirements that compare text", "[dialect][kots]") {
    const Hints hints = hints_of(
        "kots.io/wait-for-properties: '.status.tasks.extract=true,.status.tasks.transform=true'"
    );

    REQUIRE(hints.wait_for);
    REQUIRE(hints.wait_for->value.size() == 2);
    CHECK(hints.wait_for->value[0].path.text() == ".status.tasks.extract");
    CHECK(hints.wait_for->value[0].value == "true");
    CHECK(hints.wait_for->value[0].comparison == condition::Comparison::PrintsAs);
}

TEST_CASE(
    "a malformed property is refused, where KOTS would wait for nothing or for ever",
    "[dialect][kots]"
) {
    const auto* value = GENERATE("", ".status.phase", "=true", ".status.[=x");
    CAPTURE(value);

    const std::string message =
        error_of("kots.io/wait-for-properties: '" + std::string(value) + "'");

    CHECK(message.find("kots.io/wait-for-properties: ") == 0);
}

TEST_CASE("KOTS' keep keeps, and what is neither true nor false is refused", "[dialect][kots]") {
    CHECK(hints_of("kots.io/keep: 'true'").keep->value);
    CHECK_FALSE(hints_of("kots.io/keep: 'false'").keep);
    CHECK(hints_of("kots.io/keep: 'True'").findings.at(0).rule == &rules::loose_boolean);
    CHECK_FALSE(error_of("kots.io/keep: keep").empty());
}

TEST_CASE("values and keys of KOTS that are mistyped warn", "[dialect][kots]") {
    struct Row {
        const char* annotation;
        const Rule* rule;
    };
    const auto row = GENERATE(
        Row{"kots.io/hook-delete-policy: succeeded", &rules::unknown_delete_policy},
        Row{"kots.io/creation-fase: '1'", &rules::unknown_key}
    );
    CAPTURE(row.annotation);

    const Hints hints = hints_of(row.annotation);

    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == row.rule);
}

TEST_CASE("KOTS leaves out what is excluded, or whose time is not now", "[dialect][kots]") {
    CHECK(hints_of("kots.io/exclude: 'true'").terms->excluded->by == "kots.io/exclude=true");
    CHECK_FALSE(hints_of("kots.io/exclude: 'false'").terms->excluded);
    CHECK(hints_of("kots.io/when: 'false'").terms->excluded->value);
    CHECK_FALSE(hints_of("kots.io/when: 'true'").terms->excluded);
    CHECK_THAT(error_of("kots.io/exclude: maybe"), Contains("is neither true nor false"));
    CHECK_THAT(error_of("kots.io/when: ''"), Contains("is neither true nor false"));
}

TEST_CASE("KOTS' hook-delete-policy deletes a Job by its end", "[dialect][kots]") {
    using enum HookDeletePolicy;
    const Hints both = hints_of("kots.io/hook-delete-policy: 'hook-succeeded, hook-failed'");
    const Hints failed = hints_of("kots.io/hook-delete-policy: hook-failed");

    CHECK(both.terms->deleted_when->value == std::set{Succeeded, Failed});
    CHECK(both.terms->recreate->value == Recreate::EachRevision);
    CHECK(both.findings.empty());
    CHECK(failed.terms->deleted_when->value == std::set{Failed});
    CHECK_FALSE(failed.terms->recreate);
}

TEST_CASE("KOTS' hook-delete-policy deletes nothing that serves", "[dialect][kots]") {
    const auto hints =
        must(read(annotated("kots.io/hook-delete-policy: hook-succeeded", "Deployment"), {}));

    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::serves_on);
    CHECK_FALSE(hints.terms->deleted_when);
    CHECK_FALSE(hints.terms->recreate);
}

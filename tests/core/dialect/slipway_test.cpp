#include "core/dialect/dialect.hpp"
#include "support/catch.hpp"
#include "support/dialect.hpp"

using namespace slipway;
using namespace slipway::dialect;
using namespace slipway::testing;

namespace {

Hints hints_of(const std::string& annotations) { return must(read(annotated(annotations), {})); }

std::string error_of(const std::string& annotations) {
    const auto hints = read(annotated(annotations), {});
    return hints ? "" : hints.error().message;
}

}  // namespace

TEST_CASE("the native dialect says where an object comes and when it goes", "[dialect][slipway]") {
    const Hints hints = hints_of("slipway.dev/phase: '-3'\nslipway.dev/delete-phase: '7'");

    CHECK(hints.group->value == -3);
    CHECK(hints.delete_phase->value == 7);
    CHECK(hints.delete_phase->by == "slipway.dev/delete-phase=7");
}

TEST_CASE("a native hook has events, a weight and a delete policy", "[dialect][slipway]") {
    const Hints hints = hints_of(
        "slipway.dev/hook: pre-install, post-delete\nslipway.dev/hook-weight: '2'\n"
        "slipway.dev/hook-delete-policy: before-creation,succeeded"
    );

    CHECK(hints.hook->value == std::vector{HookEvent::PreInstall, HookEvent::PostDelete});
    CHECK(hints.hook_weight->value == 2);
    using enum HookDeletePolicy;
    CHECK(hints.hook_delete_policy->value == std::set{BeforeCreation, Succeeded});
}

TEST_CASE("the native waits are ready, exists, none and barrier", "[dialect][slipway]") {
    struct Row {
        const char* value;
        WaitHint hint;
    };
    const auto row = GENERATE(
        Row{"ready", WaitHint::Ready},
        Row{"exists", WaitHint::Exists},
        Row{"none", WaitHint::None},
        Row{"barrier", WaitHint::Barrier}
    );

    CHECK(hints_of("slipway.dev/wait: " + std::string(row.value)).wait->value == row.hint);
}

TEST_CASE("the native wait-for takes comparisons", "[dialect][slipway]") {
    const Hints hints =
        hints_of(R"(slipway.dev/wait-for: '{.status.phase} == "Running"; {.status.load} exists')");

    REQUIRE(hints.wait_for->value.size() == 2);
    CHECK(hints.wait_for->value[0].comparison == condition::Comparison::Equal);
    CHECK(hints.wait_for->value[1].comparison == condition::Comparison::Exists);
}

TEST_CASE("the native keep says true or false", "[dialect][slipway]") {
    CHECK(hints_of("slipway.dev/keep: 'true'").keep->value);
    CHECK_FALSE(hints_of("slipway.dev/keep: 'false'").keep->value);
}

TEST_CASE(
    "native values are exact: everything else is refused with what to write", "[dialect][slipway]"
) {
    struct Row {
        const char* annotation;
        const char* part;
    };
    const auto row = GENERATE(
        Row{"slipway.dev/phase: first", "is not an integer"},
        Row{"slipway.dev/delete-phase: ''", "is not an integer"},
        Row{"slipway.dev/hook: Pre-Install", "is no hook event"},
        Row{"slipway.dev/hook: test", "is no hook event"},
        Row{"slipway.dev/hook: ''", "is no hook event"},
        Row{"slipway.dev/hook-weight: '1.0'", "is not an integer"},
        Row{"slipway.dev/hook-delete-policy: hook-succeeded", "the policies are before-creation"},
        Row{"slipway.dev/hook-delete-policy: 'never,failed'", "write only one of both"},
        Row{"slipway.dev/wait: Ready", "write ready, exists, none or barrier"},
        Row{"slipway.dev/wait-for: '{.status.phase} = Running'", "slipway.dev/wait-for: "},
        Row{"slipway.dev/keep: 'yes'", "is neither true nor false"},
        Row{"slipway.dev/timeout: '5'", "is no duration; write one like 90s or 5m"},
        Row{"slipway.dev/timeout: '0s'", "is no duration"},
        Row{"slipway.dev/recreate: 'true'", "write never, immutable or always"},
        Row{"slipway.dev/conflicts: Force", "write force or fail"},
        Row{"slipway.dev/fail-when: '{.status.phase}'", "slipway.dev/fail-when: "},
        Row{"slipway.dev/after: db", "names no object"},
        Row{"slipway.dev/requires: 'Secret/a:applied'", "[:ready|exists]"}
    );
    CAPTURE(row.annotation);

    CHECK(error_of(row.annotation).find(row.part) != std::string::npos);
}

TEST_CASE("adopt is true, or is not said", "[dialect][slipway]") {
    CHECK(hints_of("slipway.dev/adopt: 'true'").terms->adopt->value);
    CHECK(
        error_of("slipway.dev/adopt: 'True'") ==
        "slipway.dev/adopt: \"True\" is not true; write \"true\" or remove the annotation"
    );
}

TEST_CASE("a mistyped native key is refused with what was meant", "[dialect][slipway]") {
    CHECK(
        error_of("slipway.dev/fase: '1'") ==
        "slipway.dev/fase: \"1\" stands under a key that is not known; did you mean "
        "slipway.dev/phase?"
    );
    CHECK(
        error_of("slipway.dev/priority: '1'").find("the keys are phase, delete-phase, hook") !=
        std::string::npos
    );
}

TEST_CASE("what Slipway writes itself is no instruction", "[dialect][slipway]") {
    const Hints hints =
        hints_of("slipway.dev/release: shop/shop\nslipway.dev/digest: sha256:0\nslipway.dev/run: x"
        );

    CHECK(hints.findings.empty());
}

TEST_CASE("a Release inside a release keeps its own keys", "[dialect][slipway]") {
    const auto object =
        objects_of(
            "apiVersion: slipway.dev/v1alpha1\nkind: Release\nmetadata:\n  name: child\n"
            "  annotations: {slipway.dev/retry-at: now, slipway.dev/adopt: 'true', "
            "slipway.dev/phase: '1'}\n"
        )
            .front()
            .object;

    const Hints hints = must(read(object, {}));

    CHECK(hints.group->value == 1);
}

#include "core/dialect/dialect.hpp"

#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/dialect.hpp"

using namespace slipway;
using namespace slipway::dialect;
using namespace slipway::testing;

TEST_CASE("the dialects are named by precedence", "[dialect]") {
    CHECK(names() == std::vector<std::string_view>{"slipway", "werf", "kots", "helm"});
}

TEST_CASE("an object without annotations asks for nothing", "[dialect]") {
    const Hints hints = must(read(annotated(""), {}));

    CHECK_FALSE(hints.group);
    CHECK_FALSE(hints.hook);
    CHECK_FALSE(hints.tracked_hook);
    CHECK(hints.findings.empty());
}

TEST_CASE(
    "where two dialects contradict each other the higher wins, and a warning names both",
    "[dialect]"
) {
    struct Row {
        const char* annotations;
        const char* warning;
    };
    const auto row = GENERATE(
        Row{"slipway.dev/phase: '1'\nwerf.io/weight: '2'",
            "slipway.dev/phase=1 and werf.io/weight=2 contradict each other; the first counts"},
        Row{"werf.io/weight: '1'\nkots.io/creation-phase: '2'",
            "werf.io/weight=1 and kots.io/creation-phase=2 contradict each other; the first "
            "counts"},
        Row{"slipway.dev/delete-phase: '1'\nkots.io/deletion-phase: '2'",
            "slipway.dev/delete-phase=1 and kots.io/deletion-phase=2 contradict each other; the "
            "first "
            "counts"},
        Row{"slipway.dev/keep: 'false'\nhelm.sh/resource-policy: keep",
            "slipway.dev/keep=false and helm.sh/resource-policy=keep contradict each other; the "
            "first "
            "counts"},
        Row{"slipway.dev/wait: none\nkots.io/wait-for-ready: 'true'",
            "slipway.dev/wait=none and kots.io/wait-for-ready=true contradict each other; the "
            "first "
            "counts"},
        Row{"slipway.dev/hook: pre-install\nhelm.sh/hook: post-install",
            "slipway.dev/hook=pre-install and helm.sh/hook=post-install contradict each other; the "
            "first counts"},
        Row{"slipway.dev/wait-for: '{.status.a} exists'\nkots.io/wait-for-properties: .status.a=1",
            "slipway.dev/wait-for={.status.a} exists and kots.io/wait-for-properties=.status.a=1 "
            "contradict each other; the first counts"}
    );
    CAPTURE(row.annotations);

    const Hints hints = must(read(annotated(row.annotations), {}));

    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::contradiction);
    CHECK(hints.findings[0].message == row.warning);
}

TEST_CASE("two dialects that say the same do not warn", "[dialect]") {
    const Hints hints = must(read(
        annotated("slipway.dev/phase: '1'\nwerf.io/weight: '1'\nkots.io/creation-phase: '01'"), {}
    ));

    CHECK(hints.group->by == "slipway.dev/phase=1");
    CHECK(hints.findings.empty());
}

TEST_CASE("a dialect that is not enabled is not read", "[dialect]") {
    const Object object = annotated("werf.io/weight: high\nhelm.sh/hook: pre-install");

    const Hints hints = must(read(object, {"helm", "kots"}));

    CHECK(hints.hook);
    CHECK_FALSE(hints.group);
}

TEST_CASE("an unknown dialect is a mistake in the Release", "[dialect]") {
    const auto hints = read(annotated(""), {"helm", "argo"});

    REQUIRE_FALSE(hints);
    CHECK(hints.error().kind == ErrorKind::InvalidSpec);
    CHECK(
        hints.error().message ==
        "spec.dialects: \"argo\" is not known; the dialects are slipway, werf, kots, helm"
    );
}

TEST_CASE("a deletion phase on a hook is ignored with a warning", "[dialect]") {
    const Hints hints =
        must(read(annotated("helm.sh/hook: pre-install\nkots.io/deletion-phase: '1'"), {}));

    CHECK_FALSE(hints.delete_phase);
    CHECK(hints.findings.at(0).rule == &rules::number_on_hook);
}

TEST_CASE("a list of more things than there are is refused before it becomes a plan", "[dialect]") {
    const auto* key = GENERATE(
        "helm.sh/hook", "helm.sh/hook-delete-policy", "slipway.dev/hook", "werf.io/resource-policy"
    );
    std::string many = "pre-install";
    for (int more = 1; more < 17; ++more)
        many += ",pre-install";
    CAPTURE(key);

    const auto hints = read(annotated(std::string(key) + ": " + many), {});

    REQUIRE_FALSE(hints);
    CHECK(hints.error().kind == ErrorKind::TooLarge);
    CHECK(hints.error().message == std::string(key) + ": it names 17 things; at most 16 are read");
}

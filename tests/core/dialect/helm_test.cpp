#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"
#include "support/catch.hpp"
#include "support/dialect.hpp"

using namespace slipway;
using namespace slipway::dialect;
using namespace slipway::testing;
using enum HookEvent;

namespace {

Hints hints_of(const std::string& annotations) { return must(read(annotated(annotations), {})); }

std::string error_of(const std::string& annotations) {
    const auto hints = read(annotated(annotations), {});
    return hints ? "" : hints.error().message;
}

}  // namespace

TEST_CASE("Helm's hook events are read as Helm reads them", "[dialect][helm]") {
    struct Row {
        const char* value;
        std::vector<HookEvent> events;
    };
    const auto row = GENERATE(
        Row{"pre-install", {PreInstall}},
        Row{"post-install", {PostInstall}},
        Row{"pre-upgrade", {PreUpgrade}},
        Row{"post-upgrade", {PostUpgrade}},
        Row{"pre-rollback", {PreRollback}},
        Row{"post-rollback", {PostRollback}},
        Row{"pre-delete", {PreDelete}},
        Row{"post-delete", {PostDelete}},
        Row{"test", {Test}},
        Row{"test-success", {Test}},
        Row{"pre-install,pre-upgrade", {PreInstall, PreUpgrade}},
        Row{" Pre-Install , PRE-UPGRADE ", {PreInstall, PreUpgrade}}
    );
    CAPTURE(row.value);

    const Hints hints = hints_of("helm.sh/hook: '" + std::string(row.value) + "'");

    REQUIRE(hints.hook);
    CHECK(hints.hook->value == row.events);
    CHECK(hints.hook->by == "helm.sh/hook=" + std::string(row.value));
    CHECK(hints.findings.empty());
}

TEST_CASE("an event that is named twice counts twice, and warns", "[dialect][helm]") {
    const Hints hints = hints_of("helm.sh/hook: 'pre-install,post-install,pre-install'");

    CHECK(hints.hook->value == std::vector{PreInstall, PostInstall, PreInstall});
    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::event_named_twice);
    CHECK(hints_of("helm.sh/hook: 'test,test-success'").findings.empty());
}

TEST_CASE(
    "keep counts in any case, and warns where Helm would take it otherwise", "[dialect][helm]"
) {
    CHECK(hints_of("helm.sh/resource-policy: keep").findings.empty());

    const Hints hints = hints_of("helm.sh/resource-policy: ' Keep'");

    CHECK(hints.keep->value);
    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::loosely_kept);
    CHECK(hints.findings[0].key == "helm.sh/resource-policy");
}

TEST_CASE("an unknown hook event is refused, where Helm drops the object", "[dialect][helm]") {
    const auto* value =
        GENERATE("", "pre-instal", "pre-install,", "pre-install,after", "test-failure");
    CAPTURE(value);

    const std::string message = error_of("helm.sh/hook: '" + std::string(value) + "'");

    CHECK(message.find("is no hook event") != std::string::npos);
    CHECK(message.find("helm.sh/hook: \"" + std::string(value) + "\"") == 0);
    CHECK(message.find("pre-rollback") != std::string::npos);
}

TEST_CASE("crd-install is an ordinary object unless it is a definition", "[dialect][helm]") {
    const Hints hints = hints_of(
        "helm.sh/hook: crd-install\nhelm.sh/hook-weight: '1'\n"
        "helm.sh/hook-delete-policy: before-hook-creation"
    );

    CHECK_FALSE(hints.hook);
    CHECK_FALSE(hints.before_hooks);
    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::crd_install);
    CHECK(hints.findings[0].object == "Job/migrate");
}

TEST_CASE("a hook's weight is an integer", "[dialect][helm]") {
    struct Row {
        const char* value;
        int weight;
    };
    const auto row = GENERATE(Row{"5", 5}, Row{"-5", -5}, Row{"+5", 5}, Row{"007", 7}, Row{"0", 0});
    CAPTURE(row.value);

    const Hints hints = hints_of(
        "helm.sh/hook: pre-install\nhelm.sh/hook-weight: '" + std::string(row.value) + "'"
    );

    CHECK(hints.hook_weight->value == row.weight);
    CHECK(hints.findings.empty());
}

TEST_CASE("a bad weight is 0 as in Helm, with a warning that says so", "[dialect][helm]") {
    const auto* value = GENERATE("", " 5", "1.0", "five", "0x10", "99999999999999999999");
    CAPTURE(value);

    const Hints hints =
        hints_of("helm.sh/hook: pre-install\nhelm.sh/hook-weight: '" + std::string(value) + "'");

    CHECK(hints.hook_weight->value == 0);
    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::bad_hook_weight);
    CHECK(
        hints.findings[0].message ==
        "helm.sh/hook-weight: \"" + std::string(value) +
            "\" is not an integer and taken for 0, as Helm does; write "
            "one in quotes, like \"-5\""
    );
}

TEST_CASE(
    "a weight beyond our range keeps its side of the order, with a warning", "[dialect][helm]"
) {
    const Hints hints = hints_of("helm.sh/hook: pre-install\nhelm.sh/hook-weight: '9999999999'");

    CHECK(hints.hook_weight->value == 2147483647);
    CHECK(hints.findings.size() == 1);
}

TEST_CASE("Helm's delete policies are read in any case, with blanks", "[dialect][helm]") {
    const Hints hints = hints_of(
        "helm.sh/hook: pre-install\n"
        "helm.sh/hook-delete-policy: ' Hook-Succeeded, hook-failed,before-hook-creation '"
    );

    using enum HookDeletePolicy;
    CHECK(hints.hook_delete_policy->value == std::set{BeforeCreation, Succeeded, Failed});
    CHECK(hints.findings.empty());
}

TEST_CASE("an unknown delete policy warns and is left out", "[dialect][helm]") {
    const Hints hints = hints_of(
        "helm.sh/hook: pre-install\nhelm.sh/hook-delete-policy: hook-succeeded,hook-success"
    );

    CHECK(hints.hook_delete_policy->value == std::set{HookDeletePolicy::Succeeded});
    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::unknown_delete_policy);
    CHECK(hints.findings[0].message.find("\"hook-success\"") != std::string::npos);
}

TEST_CASE("where no delete policy is known, none is said", "[dialect][helm]") {
    const Hints hints = hints_of("helm.sh/hook: pre-install\nhelm.sh/hook-delete-policy: ''");

    CHECK_FALSE(hints.hook_delete_policy);
    CHECK(hints.findings.size() == 1);
}

TEST_CASE("the resource policy keep keeps", "[dialect][helm]") {
    const auto* value = GENERATE("keep", " Keep ");

    const Hints hints = hints_of("helm.sh/resource-policy: '" + std::string(value) + "'");

    CHECK(hints.keep->value);
}

TEST_CASE("another resource policy has no effect and warns", "[dialect][helm]") {
    const Hints hints = hints_of("helm.sh/resource-policy: delete");

    CHECK_FALSE(hints.keep);
    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::unknown_resource_policy);
}

TEST_CASE("a weight or delete policy without a hook warns", "[dialect][helm]") {
    const auto* key = GENERATE("hook-weight: '1'", "hook-delete-policy: hook-failed");

    const Hints hints = hints_of("helm.sh/" + std::string(key));

    REQUIRE(hints.findings.size() == 1);
    CHECK(hints.findings[0].rule == &rules::hook_key_without_hook);
}

TEST_CASE(
    "a mistyped key of Helm's warns; what is only near nothing is somebody else's",
    "[dialect][helm]"
) {
    CHECK(
        hints_of("helm.sh/hooks: pre-install").findings.at(0).message ==
        "helm.sh/hooks is not known and has no effect; did you mean helm.sh/hook?"
    );
    CHECK(hints_of("helm.sh/chart: shop-1.0").findings.empty());
    CHECK(
        hints_of("helm.sh/hook: pre-install\nhelm.sh/hook-output-log-policy: hook-failed")
            .findings.at(0)
            .rule == &rules::about_a_terminal
    );
}

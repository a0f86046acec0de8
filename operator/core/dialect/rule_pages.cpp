#include "core/dialect/rule_pages.hpp"

#include "core/base/text.hpp"
#include "core/dialect/rule.hpp"

namespace slipway::dialect {
namespace {

constexpr std::string_view head = R"(# What `slipway lint` finds

Each finding names one of these rules; the same stand in `status.warnings` of a Release. A *warning* makes
`slipway lint --strict` exit with 1 and a Release with `spec.strict` fail; *info* is what an author may want to
know and need not mend. This page is made of what stands in `operator/core/dialect/rules/`.
)";

std::string page(const Rule& rule) {
    return format(
        "\n## {}: {}\n\n"
        "- Severity: {}\n"
        "- Elsewhere: {}\n"
        "- Write: {}\n",
        rule.id,
        rule.title,
        word(rule.severity),
        rule.elsewhere,
        rule.remedy
    );
}

}  // namespace

std::string rule_pages() {
    std::string text(head);
    for (const Rule* rule : all_rules())
        text += page(*rule);
    return text;
}

}  // namespace slipway::dialect

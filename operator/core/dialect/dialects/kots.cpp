/// KOTS' annotations of standard manifests:
/// https://docs.replicated.com/vendor/orchestrating-resource-deployment
#include "core/base/text.hpp"
#include "core/dialect/annotation.hpp"
#include "core/dialect/dialect.hpp"
#include "core/dialect/rules.gen.hpp"

namespace slipway::dialect::dialects {
namespace {

constexpr std::string_view prefix = "kots.io/";
constexpr Range phases{-9999, 9999};

Result<void> read_creation_phase(Hints& hints, const Annotation& annotation) {
    hints.group = {TRY(integer(annotation, phases)), annotation.text()};
    return {};
}

Result<void> read_deletion_phase(Hints& hints, const Annotation& annotation) {
    hints.delete_phase = {TRY(integer(annotation, phases)), annotation.text()};
    return {};
}

Result<void> read_wait_for_ready(Hints& hints, const Annotation& annotation) {
    if (TRY(boolean(hints, annotation))) hints.wait = {WaitHint::Barrier, annotation.text()};
    return {};
}

Result<void> read_wait_for_properties(Hints& hints, const Annotation& annotation) {
    auto requirements = condition::parse_properties(annotation.value);
    if (!requirements) return in_context(annotation.key, requirements.error());
    hints.wait_for = {std::move(requirements).value(), annotation.text()};
    return {};
}

Result<void> read_keep(Hints& hints, const Annotation& annotation) {
    if (TRY(boolean(hints, annotation))) hints.keep = {true, annotation.text()};
    return {};
}

constexpr Key keys[] = {
    {"creation-phase", read_creation_phase},
    {"deletion-phase", read_deletion_phase},
    {"wait-for-ready", read_wait_for_ready},
    {"wait-for-properties", read_wait_for_properties},
    {"keep", read_keep},
};

constexpr IgnoredKey ignored[] = {
    {.name = "exclude"},
    {.name = "when"},
    {.name = "hook-delete-policy"},
};

Result<Hints> read(const Object& object) {
    Hints hints;
    const auto annotations = annotations_under(object, prefix);
    TRY(read_keys(hints, annotations, prefix, keys));
    warn_of_the_rest(hints, annotations, prefix, keys, ignored);
    return hints;
}

}  // namespace

extern const Dialect kots{.name = "kots", .precedence = 80, .read = read};

}  // namespace slipway::dialect::dialects

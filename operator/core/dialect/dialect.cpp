#include "core/dialect/dialect.hpp"

#include <algorithm>

#include "core/base/text.hpp"
#include "core/dialect/dialects.gen.hpp"
#include "core/dialect/merge.hpp"

namespace slipway::dialect {
namespace {

const std::vector<const Dialect*>& by_precedence() {
    static const std::vector<const Dialect*> sorted = [] {
        std::vector<const Dialect*> all(std::begin(dialects::all), std::end(dialects::all));
        std::sort(all.begin(), all.end(), [](const Dialect* left, const Dialect* right) {
            return left->precedence > right->precedence;
        });
        return all;
    }();
    return sorted;
}

using AnnotationViews = std::vector<std::pair<std::string_view, std::string_view>>;

/// Most objects carry annotations of one dialect or none.
bool is_meant(const Dialect& dialect, const AnnotationViews& annotations) {
    return std::ranges::any_of(annotations, [&](const auto& annotation) {
        return annotation.first.find(dialect.mark) != std::string_view::npos;
    });
}

}  // namespace

std::vector<std::string_view> names() {
    std::vector<std::string_view> all;
    for (const Dialect* dialect : by_precedence())
        all.push_back(dialect->name);
    return all;
}

Result<void> check_names(const std::vector<std::string>& enabled) {
    if (enabled.empty()) return {};
    const auto known = names();
    for (const std::string& name : enabled) {
        if (std::find(known.begin(), known.end(), name) != known.end()) continue;
        return Error{
            ErrorKind::InvalidSpec,
            format(
                "spec.dialects: \"{}\" is not known; the dialects are {}",
                name,
                fmt::to_string(fmt::join(known, ", "))
            )};
    }
    return {};
}

bool is_spoken_of(const Object& object) {
    const auto annotations = object.annotation_views();
    return std::ranges::any_of(by_precedence(), [&](const Dialect* dialect) {
        return is_meant(*dialect, annotations);
    });
}

Result<Hints> read(const Object& object, const std::vector<std::string>& enabled) {
    TRY(check_names(enabled));
    const auto annotations = object.annotation_views();
    if (annotations.empty()) return Hints{};
    Merge merge(object);
    for (const Dialect* dialect : by_precedence()) {
        const bool speaks =
            enabled.empty() ||
            std::find(enabled.begin(), enabled.end(), dialect->name) != enabled.end();
        if (speaks && is_meant(*dialect, annotations)) merge.add(TRY(dialect->read(object)));
    }
    return std::move(merge).result();
}

}  // namespace slipway::dialect

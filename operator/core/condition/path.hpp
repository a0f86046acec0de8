/// JSONPath in kubectl's dialect (client-go's util/jsonpath): compiled once, evaluated on an
/// object.
///
/// Accepts what `kubectl get -o jsonpath` and `kubectl wait --for=jsonpath` accept: a template
/// ("{.status.phase}", text outside braces, {range}...{end}) or, relaxed, a bare path
/// (".status.phase", "status.phase"). What kubectl prints, this prints; where Go's order of map
/// entries is random, ours is sorted. On purpose different, because there client-go silently loses
/// something:
/// - an unknown word, a comparison that is none, `[]`, a range without end are errors when
/// compiled;
/// - an empty list among several does not drop the lists behind it, an empty range is no error;
/// - `[?(@.ports[3])]` does not pass an element without a fourth port;
/// - `["key"]` is read like `['key']`, and filters may stand inside filters.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"

namespace slipway::condition {

namespace detail {
struct Template;
}

enum class MissingKeys { Fail, Allow };

class Path {
public:
    /// InvalidExpression says what is wrong at which character, and how it is written.
    static Result<Path> compile(std::string_view text);
    /// A template as client-go's Parse takes it, braces required for expressions.
    static Result<Path> compile_template(std::string_view text);

    /// The values it selects, in order, without the literal text between them. A missing key
    /// (unless allowed), an index out of range: NotFound; an index or a filter on what is no list,
    /// a comparison of a number with text: InvalidExpression. Beyond 100,000 visited nodes or 4
    /// MiB: TooLarge.
    Result<std::vector<nlohmann::json>> select(
        const nlohmann::json& document, MissingKeys missing = MissingKeys::Fail
    ) const;

    /// The same values in place, uncopied, for as long as `use` runs.
    Result<void> each(
        const nlohmann::json& document,
        MissingKeys missing,
        const std::function<void(const nlohmann::json&)>& use
    ) const;

    /// As client-go prints: scalars bare, maps and lists as compact JSON, several values joined by
    /// one blank, literal text of the template around them.
    Result<std::string> print(const nlohmann::json& document) const;

    /// As messages call it: a bare path with its leading dot, a template as its author wrote it.
    const std::string& text() const { return text_; }

private:
    Path() = default;
    std::string text_;
    std::shared_ptr<const detail::Template> compiled_;
};

}  // namespace slipway::condition

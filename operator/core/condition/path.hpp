/// JSONPath in kubectl's dialect (client-go's util/jsonpath): compiled once, evaluated on an object.
///
/// Accepts what `kubectl get -o jsonpath` and `kubectl wait --for=jsonpath` accept: a template
/// ("{.status.phase}", text outside braces, {range}...{end}) or, relaxed, a bare path (".status.phase",
/// "status.phase"). Where Go's order of map entries is random, ours is sorted.
#pragma once

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

class Path {
public:
    /// InvalidExpression says what is wrong at which character, and how it is written.
    static Result<Path> compile(std::string_view text);
    /// A template as client-go's Parse takes it, braces required for expressions.
    static Result<Path> compile_template(std::string_view text);

    /// The values it selects, in order. A missing key, an index out of range, a filter on what is no
    /// list: an error, as client-go without AllowMissingKeys. Beyond 100,000 visited nodes: TooLarge.
    Result<std::vector<nlohmann::json>> select(const nlohmann::json& document) const;

    /// As client-go prints: scalars bare, maps and lists as compact JSON, several values joined by one
    /// blank, literal text of the template around them.
    Result<std::string> print(const nlohmann::json& document) const;

    const std::string& text() const { return text_; }

private:
    std::string text_;
    std::shared_ptr<const detail::Template> compiled_;
};

}  // namespace slipway::condition

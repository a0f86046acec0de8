/// Values -> text, as Go prints them. Of this room only.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/base/result.hpp"
#include "core/condition/evaluator.hpp"

namespace slipway::condition::detail {

/// More printed text than this is TooLarge: no object of Kubernetes is as long.
constexpr std::size_t max_printed_bytes = std::size_t{4} * 1024 * 1024;

/// What nests deeper is TooLarge: printing and copying it would take a stack frame for each level.
constexpr int max_depth = 500;

/// Scalars bare as by fmt.Print, maps and lists as by json.Marshal, joined by one blank.
Result<void> print_values(std::string& text, const Values& values, Budget& budget);

Error nests_too_deep();

/// As Go's json.Marshal: compact, keys sorted, `<`, `>` and `&` escaped.
Result<void> print_json(std::string& text, const nlohmann::json& value, Budget& budget);

}  // namespace slipway::condition::detail

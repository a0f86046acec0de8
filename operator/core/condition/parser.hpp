/// Text -> Template. Every error says at which character, what was seen there and how it is
/// written.
#pragma once

#include <string_view>

#include "core/base/result.hpp"
#include "core/condition/template.hpp"

namespace slipway::condition::detail {

/// A template as client-go's Parse takes it. Stricter in one thing: what client-go only notices
/// when it evaluates (an unknown word, an operator that is none, a range without end) is an error
/// here.
Result<Template> parse_template(std::string_view text);

/// `text` is one path without braces, its leading dot optional.
Result<Template> parse_bare_path(std::string_view text);

}  // namespace slipway::condition::detail

/// The rules, for people to read: docs/lint.md is made of them.
#pragma once

#include <string>

namespace slipway::dialect {

/// Markdown: a heading and three lines for each rule.
std::string rule_pages();

}  // namespace slipway::dialect

/// The rules that findings speak of.
///
/// To add a rule, add one file to rules/; its page in docs/lint.md is made of what stands there.
#pragma once

#include <string_view>
#include <vector>

namespace slipway::dialect {

/// Info is what an author may want to know and need not mend: strictness and exit codes pass it by.
enum class Severity { Info, Warning };

struct Rule {
    /// "SLW012". Stable: people filter by it, so none is ever given another meaning.
    std::string_view id;
    Severity severity;
    std::string_view title;      ///< What was found: "a hook weight that is no integer".
    std::string_view elsewhere;  ///< What the tool it was written for does with it.
    std::string_view remedy;     ///< What to write instead.
};

std::string_view word(Severity severity);

/// All there are, by id.
const std::vector<const Rule*>& all_rules();
/// nullptr where there is none of this id.
const Rule* find_rule(std::string_view id);

}  // namespace slipway::dialect

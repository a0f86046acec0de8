/// What must hold of a live object before the plan goes on: one path, one comparison.
///
/// Two grammars make the same value: KOTS' wait-for-properties ("<path>=<value>,...", text compared
/// as kubectl prints it) and the native wait-for ("<path> <op> <json scalar>; <path> exists; ...").
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/condition/path.hpp"
#include "core/model/object.hpp"

namespace slipway::condition {

enum class Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Exists,
    PrintsAs
};

struct Requirement {
    Path path;
    Comparison comparison;
    std::string value{};  ///< A JSON scalar; for PrintsAs, the text itself.
    std::string text{};   ///< As its author wrote it.
};

/// `kots.io/wait-for-properties`: split at commas and at the first single `=` outside brackets,
/// braces and quotes. A piece without `=`, an empty path, a path that does not compile:
/// InvalidExpression. Where KOTS would wait for ever, the author's meaning is taken: blanks around
/// a value and quotes around a whole value are no part of it, `status.x` is `.status.x`. More than
/// 64: TooLarge.
Result<std::vector<Requirement>> parse_properties(std::string_view text);

/// `slipway.dev/wait-for` and `/fail-when`: requirements separated by `;`. Numbers compare with
/// numbers (1 equals 1.0), texts with texts; values of different kinds are unequal and never less
/// or greater. Of several values that a path selects, each must satisfy the comparison. More than
/// 64: TooLarge.
Result<std::vector<Requirement>> parse_wait_for(std::string_view text);

struct Verdict {
    bool holds = false;
    Interned why{};  ///< ".status.tasks.load is false, waiting for true"
};

/// A missing key is "not yet", never an error; so is whatever else the path meets on its way. To
/// KOTS a missing key prints as "", which only an empty value matches. Nothing holds of a Secret:
/// an expression, told its outcome, would spell out the content.
Verdict check(const Requirement& requirement, const Object& live);

/// The first that does not hold, or that all do.
Verdict check_all(const std::vector<Requirement>& requirements, const Object& live);

}  // namespace slipway::condition

/// Dialects: what people wrote for Helm, werf, KOTS or Slipway itself becomes Hints.
///
/// A dialect reads one object's annotations and says what they ask for; the precedence among
/// dialects is applied once, here. What would be lost or hang is an error (unknown hook event,
/// malformed property, unparsable phase); what is harmless keeps its tool's effect, with a warning.
///
/// To add a dialect, add one file to dialects/; its name is the dialect's name.
#pragma once

#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/dialect/hints.hpp"
#include "core/model/object.hpp"

namespace slipway::dialect {

struct Dialect {
    std::string_view name;  ///< As `spec.dialects` names it.
    int precedence;         ///< The higher wins where two speak of the same thing.
    std::string_view mark;  ///< Each of its keys holds it: an object without is not read at all.
    Result<Hints> (*read)(const Object& object);
};

/// The names that `spec.dialects` may hold, the one with the highest precedence first.
std::vector<std::string_view> names();

/// Refuses (InvalidSpec) a name that no dialect has.
Result<void> check_names(const std::vector<std::string>& enabled);

/// False where no dialect has an annotation to read: nothing is said of the object.
bool is_spoken_of(const Object& object);

/// The hints of all `enabled` dialects (empty: all), merged by precedence; a contradiction warns
/// with both annotations. Errors name the annotation, what was written and what to write.
Result<Hints> read(const Object& object, const std::vector<std::string>& enabled);

}  // namespace slipway::dialect

/// Reading annotations: what the dialects share.
///
/// A dialect is a prefix and a table of keys, each with the function that reads its value into
/// Hints.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/dialect/hints.hpp"
#include "core/model/object.hpp"

namespace slipway::dialect {

struct Annotation {
    std::string key{};
    std::string value{};
    std::string object{};  ///< The title of the object that carries it.

    /// "werf.io/weight=-1"
    std::string text() const { return key + "=" + value; }
    /// "it says X: <problem>", as an InvalidAnnotation.
    Error error(std::string_view problem) const;
    Finding finding(const Rule& rule, std::string_view message) const;
};

struct Key {
    std::string_view name;  ///< Behind the dialect's prefix.
    Result<void> (*read)(Hints& hints, const Annotation& annotation);
};

/// All annotations of the object that start with `prefix`, in key order.
std::vector<Annotation> annotations_under(const Object& object, std::string_view prefix);
/// All whose key holds `part`, in key order.
std::vector<Annotation> annotations_with(const Object& object, std::string_view part);

/// Reads every key of the table that is among `annotations`, all of which stand under `prefix`.
Result<void> read_keys(
    Hints& hints,
    std::span<const Annotation> annotations,
    std::string_view prefix,
    std::span<const Key> keys
);

/// A key that its tool knows and Slipway does not honour, and what it then means here.
enum class Ignored {
    AboutATerminal,  ///< What is printed there; it has no meaning here.
    Needless         ///< What it prevents does not happen here.
};

struct IgnoredKey {
    std::string_view name;
    Ignored why = Ignored::AboutATerminal;
    bool prefix = false;  ///< The name is the beginning of many keys.
};

/// Warns of those of `annotations`, all of which stand under `prefix`, that are in neither table:
/// ignored with a warning, or unknown.
void warn_of_the_rest(
    Hints& hints,
    std::span<const Annotation> annotations,
    std::string_view prefix,
    std::span<const Key> keys,
    std::span<const IgnoredKey> ignored
);

/// An integer without blanks around it, as Go reads it, between the limits.
struct Range {
    int least;
    int greatest;
};
Result<int> integer(const Annotation& annotation, Range range);

/// The whole range of a group number where its dialect names none.
extern const Range any_integer;

/// The pieces between commas, without blanks around them. More than 16: TooLarge. There are nine
/// events, and a hook runs as often as it names one.
Result<std::vector<std::string>> pieces(const Annotation& annotation);

/// "true", or what strconv.ParseBool takes for true as well, with a warning; errors for anything
/// that is neither true nor false.
Result<bool> boolean(Hints& hints, const Annotation& annotation);

/// Adds what `name` stands for to the hook's events; errors name the known ones.
std::optional<HookEvent> hook_event(std::string_view name);

}  // namespace slipway::dialect

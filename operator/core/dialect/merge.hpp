/// What several dialects say of one object, as one. Of this room only.
#pragma once

#include <string>

#include "core/dialect/hints.hpp"
#include "core/model/object.hpp"

namespace slipway::dialect {

/// Takes the hints of the dialect with the highest precedence first.
class Merge {
public:
    explicit Merge(const Object& object) : object_(object) {}

    void add(Hints&& lower);
    /// Without what has no meaning for a hook, or for what is none; with a finding about each.
    Hints result() &&;

private:
    void add(Terms&& lower);
    void settle_place();
    void stay();
    void settle_as_hook();
    void settle_as_plain();
    template <class T>
    void take(std::optional<Said<T>>& winner, std::optional<Said<T>>& lower);
    template <class T>
    void warn_of_orphan(const std::optional<Said<T>>& said);
    void drop(std::optional<Said<int>>& number, std::string_view why);
    void warn(const Rule& rule, const std::string& by, std::string message);

    const Object& object_;
    Hints merged_{};
};

}  // namespace slipway::dialect

/// Which objects a watch has told of: enough to say which of them a new list lacks, and which of
/// them it has as they were before.
///
/// Holds names, uids and versions only; bodies belong to whoever was told.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/dense_map.hpp"
#include "core/model/object.hpp"

namespace slipway::cluster {

class Roster {
public:
    /// Without `remembers` nothing that it saw was ever known to it.
    explicit Roster(bool remembers) : remembers_(remembers) {}

    /// The uid that this name had before, where it was another one: that object left unseen.
    std::optional<Interned> saw(const Object& object);
    void left(const Object& object);
    /// True where one of these, which a list told, was seen in a later version before: time went
    /// backwards, and other writes since may have hidden it in the list's own version.
    bool knew_later(const std::vector<Object>& listed) const;
    /// What was seen compares with nothing any more.
    void forget_versions();

    /// From here to end_list, saw() is told everything that there is.
    void begin_list() { ++list_; }
    /// Forgets and returns what was not seen since begin_list: namespace, name and uid.
    struct Absent {
        Interned in_namespace{};
        Interned name{};
        Interned uid{};
    };
    std::vector<Absent> end_list();

private:
    struct Entry {
        Interned uid{};
        std::uint64_t seen_in = 0;
        std::uint64_t version = 0;  ///< 0 where it is no number.
    };
    DenseMap<std::pair<Interned, Interned>, Entry> entries_;
    std::uint64_t list_ = 0;
    bool remembers_;
};

}  // namespace slipway::cluster

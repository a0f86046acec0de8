#include "edge/cluster/roster.hpp"

namespace slipway::cluster {
namespace {

std::pair<std::string, std::string> key_of(const Object& object) {
    return {std::string(object.in_namespace()), std::string(object.name())};
}

}  // namespace

std::optional<std::string> Roster::saw(const Object& object) {
    const auto [entry, is_new] = entries_.try_emplace(key_of(object));
    std::string before = std::exchange(entry->second.uid, object.uid());
    entry->second.seen_in = list_;
    if (is_new || before == entry->second.uid) return std::nullopt;
    return before;
}

void Roster::left(const Object& object) { entries_.erase(key_of(object)); }

std::vector<Roster::Absent> Roster::end_list() {
    std::vector<Absent> absent;
    std::erase_if(entries_, [&](const auto& entry) {
        if (entry.second.seen_in == list_) return false;
        absent.push_back({entry.first.first, entry.first.second, entry.second.uid});
        return true;
    });
    return absent;
}

}  // namespace slipway::cluster

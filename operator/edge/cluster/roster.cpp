#include "edge/cluster/roster.hpp"

#include <algorithm>

#include "core/kubeapi/watch_line.hpp"

namespace slipway::cluster {
namespace {

std::uint64_t version_of(const Object& object) {
    return kubeapi::version_number(object.resource_version()).value_or(0);
}

std::pair<Interned, Interned> key_of(const Object& object) {
    return {object.id().in_namespace, object.id().name};
}

}  // namespace

std::optional<Interned> Roster::saw(const Object& object) {
    if (!remembers_) return std::nullopt;
    const auto [entry, is_new] = entries_.try_emplace(key_of(object));
    Interned before = std::exchange(entry->second.uid, object.uid());
    entry->second.seen_in = list_;
    entry->second.version = version_of(object);
    if (is_new || before == entry->second.uid) return std::nullopt;
    return before;
}

void Roster::left(const Object& object) { entries_.erase(key_of(object)); }

bool Roster::knew_later(const std::vector<Object>& listed) const {
    return std::ranges::any_of(listed, [&](const Object& object) {
        const auto known = entries_.find(key_of(object));
        const std::uint64_t version = version_of(object);
        return known != entries_.end() && known->second.uid == object.uid() && version != 0 &&
               version < known->second.version;
    });
}

void Roster::forget_versions() {
    for (auto& [key, entry] : entries_)
        entry.version = 0;
}

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

#include "edge/runtime/release_cache.hpp"

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::runtime {
namespace {

std::string key_of(const ObjectId& id) { return id.in_namespace + "/" + id.name; }

bool is_older(const Object& newcomer, const Object& known) {
    const auto left = parse_integer(newcomer.resource_version());
    const auto right = parse_integer(known.resource_version());
    return newcomer.uid() == known.uid() && left && right && *left < *right;
}

/// All but status and bookkeeping: what a reconcile reads.
bool differs_in_what_matters(const Object& left, const Object& right) {
    return left.uid() != right.uid() || left.generation() != right.generation() ||
           left.is_terminating() != right.is_terminating() ||
           left.annotations() != right.annotations() ||
           left.document()["metadata"].value("finalizers", nlohmann::json::array()) !=
               right.document()["metadata"].value("finalizers", nlohmann::json::array());
}

}  // namespace

void ReleaseCache::on_object(const Object& object) {
    const std::string key = slipway::runtime::key_of(object.id());
    {
        const std::lock_guard lock(mutex_);
        const auto known = releases_.find(key);
        const bool is_known = known != releases_.end();
        const bool is_comparable = incomparable_.erase(key) == 0;
        if (is_known && is_comparable && is_older(object, known->second)) return;
        const bool matters = !is_known || differs_in_what_matters(known->second, object);
        if (is_known) keys_by_uid_.erase(known->second.uid());
        keys_by_uid_[object.uid()] = key;
        releases_.insert_or_assign(key, object);
        if (!matters) return;
    }
    changed_(key);
}

void ReleaseCache::on_left(const ObjectId& id, const std::string& uid) {
    const std::string key = slipway::runtime::key_of(id);
    {
        const std::lock_guard lock(mutex_);
        const auto known = releases_.find(key);
        if (known == releases_.end() || known->second.uid() != uid) return;
        releases_.erase(known);
        keys_by_uid_.erase(uid);
    }
    changed_(key);
}

void ReleaseCache::on_rewound() {
    {
        const std::lock_guard lock(mutex_);
        is_rewinding_ = true;
        for (const auto& [key, release] : releases_)
            incomparable_.insert(key);
    }
    rewound_();
}

bool ReleaseCache::confirms(const Object& live) {
    const auto known = find(slipway::runtime::key_of(live.id()));
    const bool is_same = known && known->uid() == live.uid();
    if (is_same && !is_older(live, *known)) return true;
    if (is_same) on_rewound();
    on_object(live);
    return false;
}

/// What was read in between may have been read for a Release of the past.
void ReleaseCache::on_listed(const std::string&) {
    {
        const std::lock_guard lock(mutex_);
        if (!std::exchange(is_rewinding_, false)) return;
    }
    rewound_();
}

void ReleaseCache::on_synced() {
    std::set<std::string> uids;
    {
        const std::lock_guard lock(mutex_);
        synced_ = true;
        trouble_.reset();
        for (const auto& [uid, key] : keys_by_uid_)
            uids.insert(uid);
    }
    synced_told_(uids);
}

void ReleaseCache::on_trouble(const Error& error) {
    const std::lock_guard lock(mutex_);
    trouble_ = error;
}

std::optional<Object> ReleaseCache::find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto known = releases_.find(key);
    return known == releases_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<std::string> ReleaseCache::key_of(const std::string& uid) const {
    const std::lock_guard lock(mutex_);
    const auto known = keys_by_uid_.find(uid);
    return known == keys_by_uid_.end() ? std::nullopt : std::optional(known->second);
}

std::vector<std::string> ReleaseCache::keys() const {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> keys;
    for (const auto& [key, release] : releases_)
        keys.push_back(key);
    return keys;
}

bool ReleaseCache::is_synced() const {
    const std::lock_guard lock(mutex_);
    return synced_;
}

std::optional<Error> ReleaseCache::trouble() const {
    const std::lock_guard lock(mutex_);
    return trouble_;
}

}  // namespace slipway::runtime

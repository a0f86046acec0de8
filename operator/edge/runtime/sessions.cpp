#include "edge/runtime/sessions.hpp"

namespace slipway::runtime {

std::shared_ptr<Session> Sessions::open(const std::string& key, const std::string& uid) {
    const std::lock_guard lock(mutex_);
    auto& session = by_key_[key];
    if (session && session->uid == uid) return session;
    if (session) by_uid_.erase(session->uid);
    session = std::make_shared<Session>();
    session->key = key;
    session->uid = uid;
    session->patience = patience_;
    by_uid_[uid] = session;
    return session;
}

std::shared_ptr<Session> Sessions::find_by_uid(const std::string& uid) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_uid_.find(uid);
    return found == by_uid_.end() ? nullptr : found->second;
}

std::shared_ptr<Session> Sessions::find(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    return found == by_key_.end() ? nullptr : found->second;
}

void Sessions::close(const std::string& key) {
    std::shared_ptr<Session> ended;  // Destroyed outside the lock: its watches end with it.
    const std::lock_guard lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return;
    ended = found->second;
    by_uid_.erase(ended->uid);
    by_key_.erase(found);
}

std::vector<std::string> Sessions::doubt_all() {
    begin_term();
    std::vector<std::string> keys;
    for (const auto& [key, session] : all()) {
        const std::lock_guard lock(session->mutex);
        session->sightings.doubt();
        session->inputs_changed = true;
        keys.push_back(key);
    }
    return keys;
}

std::vector<std::string> Sessions::take_list(const Listed& listed, Time now) {
    std::vector<std::string> keys;
    for (const auto& [key, session] : all()) {
        const std::lock_guard lock(session->mutex);
        if (session->sightings.lost_before(listed, session->uid, now)) keys.push_back(key);
    }
    return keys;
}

std::map<std::string, std::shared_ptr<Session>> Sessions::all() const {
    const std::lock_guard lock(mutex_);
    return by_key_;
}

void Sessions::close_all() {
    std::map<std::string, std::shared_ptr<Session>> ended;  // As in close().
    const std::lock_guard lock(mutex_);
    by_uid_.clear();
    ended.swap(by_key_);
}

}  // namespace slipway::runtime

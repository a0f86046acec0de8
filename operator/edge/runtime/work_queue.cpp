#include "edge/runtime/work_queue.hpp"

#include <algorithm>

namespace slipway::runtime {

void WorkQueue::add(const std::string& key) { add_at(key, clock_.now()); }

void WorkQueue::add_at(const std::string& key, Time when) {
    const std::lock_guard lock(mutex_);
    add_locked(key, when);
    changed_.notify_one();
}

void WorkQueue::add_locked(const std::string& key, Time when) {
    const auto [entry, is_new] = waiting_.emplace(key, when);
    if (!is_new) {
        line_.erase({entry->second, key});
        entry->second = std::min(entry->second, when);
    }
    line_up_locked(key);
    told_depth_(waiting_.size());
}

void WorkQueue::line_up_locked(const std::string& key) {
    const auto entry = waiting_.find(key);
    if (entry != waiting_.end() && !taken_.contains(key)) line_.emplace(entry->second, key);
}

std::optional<std::string> WorkQueue::due_locked(Time now) {
    if (line_.empty() || line_.begin()->first > now) return std::nullopt;
    std::string key = std::move(line_.extract(line_.begin()).value().second);
    waiting_.erase(key);
    taken_.insert(key);
    told_depth_(waiting_.size());
    return key;
}

std::optional<std::string> WorkQueue::take() {
    std::unique_lock lock(mutex_);
    while (!closed_) {
        const Time now = clock_.now();
        if (auto key = due_locked(now)) return key;
        if (line_.empty()) {
            changed_.wait(lock);
        } else {
            changed_.wait_for(lock, std::max(line_.begin()->first - now, Duration{1}));
        }
    }
    return std::nullopt;
}

void WorkQueue::done(const std::string& key) {
    const std::lock_guard lock(mutex_);
    taken_.erase(key);
    line_up_locked(key);
    changed_.notify_one();
}

void WorkQueue::close() {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    changed_.notify_all();
}

bool WorkQueue::is_closed() {
    const std::lock_guard lock(mutex_);
    return closed_;
}

}  // namespace slipway::runtime

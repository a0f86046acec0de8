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
    if (!is_new) entry->second = std::min(entry->second, when);
    told_depth_(waiting_.size());
}

std::optional<std::string> WorkQueue::due_locked(Time now) {
    auto earliest = waiting_.end();
    for (auto entry = waiting_.begin(); entry != waiting_.end(); ++entry) {
        if (entry->second > now || taken_.contains(entry->first)) continue;
        if (earliest == waiting_.end() || entry->second < earliest->second) earliest = entry;
    }
    if (earliest == waiting_.end()) return std::nullopt;
    std::string key = earliest->first;
    waiting_.erase(earliest);
    taken_.insert(key);
    told_depth_(waiting_.size());
    return key;
}

std::optional<std::string> WorkQueue::take() {
    std::unique_lock lock(mutex_);
    while (!closed_) {
        const Time now = clock_.now();
        if (auto key = due_locked(now)) return key;
        std::optional<Time> next;
        for (const auto& [key, when] : waiting_) {
            if (!taken_.contains(key)) next = next ? std::min(*next, when) : when;
        }
        if (next) {
            changed_.wait_for(lock, std::max(*next - now, Duration{1}));
        } else {
            changed_.wait(lock);
        }
    }
    return std::nullopt;
}

void WorkQueue::done(const std::string& key) {
    const std::lock_guard lock(mutex_);
    taken_.erase(key);
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

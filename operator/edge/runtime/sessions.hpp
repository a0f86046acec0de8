/// All sessions, found by key for the workers and by uid for the watches.
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "edge/runtime/session.hpp"

namespace slipway::runtime {

class Sessions {
public:
    explicit Sessions(readiness::Patience patience = {}) : patience_(patience) {}

    /// The session of this Release; a Release of the same name with another uid gets a new one.
    std::shared_ptr<Session> open(const std::string& key, const std::string& uid);
    std::shared_ptr<Session> find_by_uid(const std::string& uid) const;
    std::shared_ptr<Session> find(const std::string& key) const;
    void close(const std::string& key);
    void close_all();

    /// Another process may have led in between: what sessions know of the ledger and of the status
    /// is the past.
    void begin_term() { ++term_; }
    int term() const { return term_; }
    /// etcd was restored: whatever sessions know may be of a past that never was. Their keys.
    std::vector<std::string> doubt_all();
    /// Tells all of a list. The keys of those that knew of something that it no longer told.
    std::vector<std::string> take_list(const Listed& listed, Time now);

private:
    std::map<std::string, std::shared_ptr<Session>> all() const;

    mutable std::mutex mutex_;
    std::map<std::string, std::shared_ptr<Session>> by_key_;
    std::map<std::string, std::shared_ptr<Session>> by_uid_;
    std::atomic<int> term_ = 0;
    readiness::Patience patience_;
};

}  // namespace slipway::runtime

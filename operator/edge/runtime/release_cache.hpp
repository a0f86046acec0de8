/// The Releases as the API server last told them.
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/model/release.hpp"
#include "ports/cluster.hpp"

namespace slipway::runtime {

class ReleaseCache final : public ports::WatchSink {
public:
    /// `changed` is told the key of each Release that changed in a way that matters: not by our own
    /// status writes. `rewound`: of what any watch told, too, nothing may be true any more;
    /// once more when all Releases were told anew.
    /// `synced`: all Releases have been told, and what is not among them is not there.
    explicit ReleaseCache(
        std::function<void(const std::string& key)> changed,
        std::function<void()> rewound = [] {},
        std::function<void(const std::set<std::string>& uids)> synced = [](const auto&) {}
    )
        : changed_(std::move(changed)),
          rewound_(std::move(rewound)),
          synced_told_(std::move(synced)) {}

    void on_object(const Object& object) override;
    void on_left(const ObjectId& id, const std::string& uid) override;
    void on_rewound() override;
    void on_listed(const std::string& resource_version) override;
    void on_synced() override;
    void on_trouble(const Error& error) override;

    /// True where `live`, which was just read by name, is what is cached or what became of it. Else
    /// it takes the cached one's place, and where that is of a past that never was, all is rewound.
    bool confirms(const Object& live);

    std::optional<Object> find(const std::string& key) const;
    std::optional<std::string> key_of(const std::string& uid) const;
    std::vector<std::string> keys() const;
    bool is_synced() const;
    std::optional<Error> trouble() const;

private:
    std::function<void(const std::string& key)> changed_;
    std::function<void()> rewound_;
    std::function<void(const std::set<std::string>& uids)> synced_told_;
    mutable std::mutex mutex_;
    std::map<std::string, Object> releases_;
    std::set<std::string> incomparable_;  ///< Whose resourceVersion is of a past that never was.
    std::map<std::string, std::string> keys_by_uid_;
    bool is_rewinding_ = false;  ///< From on_rewound() on, until all was told once more.
    bool synced_ = false;
    std::optional<Error> trouble_;
};

}  // namespace slipway::runtime

/// The quarantine: content whose reading ended the process three times is not read again.
///
/// Before the content of a Release is parsed or compiled, a small file says for how many crashes it
/// stands should this be the next one; it goes when that is done. A file that a starting process
/// finds was left by one that died: its Release is a suspect. Several were being read, perhaps, and
/// one was to blame; so a suspect is read alone, and from then on only the culprit's crashes are
/// counted. One that is read to the end is cleared.
///
/// What is counted is bound to what is read: other content starts from zero, and what was found to
/// be poison stays so when it comes back. All of it is forgotten with the Release.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <shared_mutex>
#include <string>

#include "core/base/result.hpp"
#include "edge/runtime/crash_records.hpp"

namespace slipway::runtime {

/// Where content comes from.
enum class Origin { Sources, Store };

/// What is about to be read.
struct Input {
    std::string key;  ///< "shop/web"
    std::string uid;
    Origin origin;
    std::string digest;  ///< Of all that decides what the reading does.
};

class Quarantine;

/// A reading under way, until it is destroyed: by the thread that began it.
class GuardedReading {
public:
    /// Of what nobody guards.
    GuardedReading() = default;
    GuardedReading(Quarantine& quarantine, std::string name)
        : of_(&quarantine), name_(std::move(name)) {}
    ~GuardedReading();
    GuardedReading(const GuardedReading&) = delete;
    GuardedReading& operator=(const GuardedReading&) = delete;

private:
    friend class Quarantine;

    Quarantine* of_ = nullptr;
    std::string name_{};
    std::shared_lock<std::shared_mutex> among_others_{};
    std::unique_lock<std::shared_mutex> alone_{};
};

class Quarantine {
public:
    using Warn = std::function<void(const std::string& key, const std::string& text)>;

    /// `folder`: this process's own, which outlives its crashes; "" guards nothing. `warn` hears of
    /// each suspect.
    static Result<std::unique_ptr<Quarantine>> open(const std::string& folder, Warn warn);

    /// PoisonPill where this content is quarantined. Waits while a suspect is read, and for all
    /// others where this is one.
    Result<std::unique_ptr<GuardedReading>> begin(const Input& input);

    /// The Releases of these uids are gone, or all but these.
    void forget(const std::string& uid);
    void keep_only(const std::set<std::string>& uids);

private:
    friend class GuardedReading;

    Quarantine(std::optional<CrashRecords> kept, Warn warn)
        : kept_(std::move(kept)), warn_(std::move(warn)) {}

    void load_suspects();
    int crashes_of(const std::string& name);
    void end(const std::string& name);
    void forget_where(const std::function<bool(const std::string& uid)>& is_gone);

    std::optional<CrashRecords> kept_;
    Warn warn_;
    std::shared_mutex readings_;
    std::mutex mutex_;
    std::map<std::string, CrashRecord> suspects_;  ///< By name; the quarantined among them.
};

}  // namespace slipway::runtime

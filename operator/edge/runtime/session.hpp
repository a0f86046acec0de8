/// What the operator has in memory of one Release: all of it can be had again.
///
/// Two parties touch it: the one worker that reconciles the Release, and the watches, which bring
/// observations. What both touch is guarded by the mutex; the rest is the worker's alone.
#pragma once

#include <cstdint>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/machine/world.hpp"
#include "core/model/kind.hpp"
#include "core/model/ledger.hpp"
#include "core/plan/plan.hpp"
#include "edge/runtime/claims.hpp"
#include "edge/runtime/pod_watches.hpp"
#include "edge/runtime/workloads.hpp"
#include "ports/cluster.hpp"

namespace slipway::runtime {

/// All that a watch's list told of one kind.
struct Listed {
    GroupKind kind{};
    std::string in_namespace{};      ///< "" where it was of all namespaces.
    std::string resource_version{};  ///< As of which.
    std::set<Interned> uids{};
};

/// Observations of one Release's objects, the newest of each.
class Sightings {
public:
    /// Takes it unless something newer of the same object is known. True where anything changed.
    bool see(const ObjectId& id, const machine::Observation& seen, Time now);
    /// The answer to a request that was sent at `since` (a turn() read before). What left a watch's
    /// view in between may be older than it looks: then nothing is known until somebody looks
    /// again.
    bool see_answer(
        const ObjectId& id, const machine::Observation& seen, Time now, std::uint64_t since
    );
    std::uint64_t turn() const { return turn_; }
    /// It left a watch's view: not a proof, so nothing is known until somebody looks.
    bool lost(const ObjectId& id, const std::string& uid, Time now);
    /// What carries our label, is as old as the list and not on it has left unseen: it came and
    /// went before its watch began. True where there is any.
    bool lost_before(const Listed& listed, const std::string& release_uid, Time now);
    /// Absence is proven; whatever was seen before is the past.
    void gone(const ObjectId& id, Time now);
    void forget(const ObjectId& id) { seen_.erase(id); }
    /// resourceVersions went backwards: nothing is known, nor does it compare with what comes.
    void doubt();
    /// It is there and carries our label, so its watch tells what becomes of it.
    bool follows(const ObjectId& id, const std::string& release_uid) const;
    /// Whatever else was seen: it may have changed since, unseen.
    void forget_unfollowed(const std::string& release_uid);
    /// It is there, and the same object still.
    bool shows(const ObjectId& id, const std::string& uid) const;
    /// This object is known as it was written after `resource_version`.
    bool shows_newer(
        const ObjectId& id, const std::string& uid, const std::string& resource_version
    ) const;
    /// True where a list that shows it with this uid and resourceVersion ("": shows it not at all)
    /// tells nothing that we do not know.
    bool agrees(const ObjectId& id, const std::string& uid, const std::string& resource_version)
        const;

    /// The resourceVersion to which an object of this kind was last seen to change; "" where none
    /// was since then.
    std::string last_change_of(const GroupKind& kind, Time since) const;

    const machine::Observations& all() const { return seen_; }
    Time last_activity() const { return last_activity_; }

private:
    struct Change {
        std::string resource_version{};
        Time at{};
    };

    machine::Observations seen_;
    std::map<GroupKind, Change> last_changes_;
    std::uint64_t turn_ = 0;                     ///< Counts what left.
    std::map<ObjectId, std::uint64_t> left_at_;  ///< At which turn it left last.
    Time last_activity_{};
};

/// What the log tells of an object that was seen: "Deployment/web: 1/3 replicas available"; nothing
/// where its verdict is as it was.
std::optional<std::string> news_of(
    const Sightings& known, const ObjectId& id, const machine::Observation& seen
);

/// What the Release's status says.
struct WrittenStatus {
    ReleaseStatus status{};  ///< As told, which may be finer than what is kept of it.
    std::string text{};      ///< As JSON.
    Time at{};               ///< The epoch where another process may have written it.
};

struct Session {
    std::string key{};
    std::string uid{};
    readiness::Patience patience{};

    // The worker's alone.
    int term = 0;       ///< Of the leadership in which `ledger` and the status were read.
    int failures = 0;   ///< Reconciles in a row that could not keep the ledger or the status.
    Time not_before{};  ///< The server's Retry-After for the ledger or the status.
    std::optional<Ledger> ledger{};
    bool owes_ledger = false;             ///< `ledger` is yet to be written.
    std::future<Result<void>> lagging{};  ///< Of a ledger that is still being written.
    Time content_not_before{};            ///< The server's Retry-After for the content.
    std::int64_t prepared_generation = -1;
    std::string prepared_retry_at{};                   ///< The annotation at that time.
    std::optional<Result<ports::Identity>> account{};  ///< As whom everything of it is written.
    machine::Desired desired{};
    /// Until a revision has begun with it.
    std::shared_ptr<const plan::Content> desired_content{};
    bool has_unknown_types = false;  ///< The desired content waits for kinds that nobody serves.
    /// Of the newest revision, while there may soon be something to write of it.
    std::shared_ptr<const plan::Content> content{};
    std::string content_digest{};
    std::size_t content_bytes = 0;  ///< As it is stored.
    std::shared_ptr<const plan::Plan> plan{};
    std::string plan_key{};    ///< What the plan was compiled from.
    std::string plan_input{};  ///< The same, as the quarantine knows it.
    std::optional<Error> plan_error{};
    KindCatalog kinds{};
    std::map<ObjectId, machine::Refusal> refusals{};
    machine::SideAnswers ttl_answers{};
    machine::SideAnswers adoption_answers{};
    std::optional<machine::Survey> survey{};
    std::map<ObjectId, std::unique_ptr<ports::Watch>> external_watches{};
    std::map<std::string, PodWatch> pod_watches{};  ///< By namespace.
    std::unique_ptr<ports::Watch> class_watch{};    ///< Of storage classes.
    Time net_cast_at{};                             ///< When lost events were looked for last.
    std::optional<ReleaseStatus> told{};            ///< The status as last composed.
    std::optional<WrittenStatus> written_status{};

    // Shared with the watches.
    std::mutex mutex{};
    Sightings sightings{};
    std::vector<ObjectId> planned{};  ///< What the plan has units of, in their order.
    /// Of those for which somebody waits.
    std::map<ObjectId, machine::Expected> expected{};
    std::map<ObjectId, Workload> unready{};
    Claims claims{};
    bool inputs_changed = true;  ///< A source, the account or a kind changed since they were read.
};

/// A new attempt or revision starts with a clean slate: what was refused, and what was seen of
/// objects that nobody follows, may be different by now.
void forget_the_past(Session& session);

}  // namespace slipway::runtime

#include "edge/runtime/kind_watches.hpp"

#include <algorithm>
#include <set>

#include "core/base/dense_map.hpp"
#include "core/model/release.hpp"

namespace slipway::runtime {

class KindWatches::Sink final : public ports::WatchSink {
public:
    Sink(KindWatches& owner, const Kind& kind, std::string in_namespace, Depth depth)
        : owner_(owner), kind_(kind), in_namespace_(std::move(in_namespace)), depth_(depth) {}

    void on_object(const Object& object) override {
        const std::string release_uid = object.label(uid_label).value_or("");
        remember(object.uid(), release_uid);
        const auto session = owner_.sessions_.find_by_uid(release_uid);
        if (!session) return;
        const Time now = owner_.clock_.now();
        std::optional<std::string> news;
        {
            const std::lock_guard lock(session->mutex);
            if (!tells_enough_of(*session, object.id())) return;
            const auto seen = observe_in(*session, object, now);
            news = news_of(session->sightings, object.id(), seen);
            if (!session->sightings.see(object.id(), seen, now)) return;
        }
        if (news) owner_.recorder_.log(ports::Severity::Debug, session->key, *news);
        owner_.changed_(session->key);
    }

    void on_left(const ObjectId& id, const std::string& uid) override {
        const auto session = owner_.sessions_.find_by_uid(forget(uid));
        if (!session) return;
        {
            const std::lock_guard lock(session->mutex);
            if (!session->sightings.lost(id, uid, owner_.clock_.now())) return;
        }
        owner_.changed_(session->key);
    }

    void on_rewound() override {
        for (const std::string& key : owner_.sessions_.doubt_all())
            owner_.changed_(key);
    }

    void on_listed(const std::string& resource_version) override {
        const Listed listed{kind_.group_kind(), in_namespace_, resource_version, uids()};
        for (const std::string& key : owner_.sessions_.take_list(listed, owner_.clock_.now()))
            owner_.changed_(key);
    }

    void on_synced() override {
        const std::lock_guard lock(mutex_);
        is_forbidden_ = false;
    }

    void on_trouble(const Error& error) override {
        for (const Wanted& wanted : left_to_accounts(error.kind == ErrorKind::Forbidden))
            owner_.open_as(kind_, wanted, depth_);
    }

    /// True where it is left to the account, now; else as soon as the watch turns out to be
    /// forbidden.
    bool is_left_to_account(const Wanted& wanted) {
        const std::lock_guard lock(mutex_);
        wanted_.insert(wanted);
        return is_forbidden_;
    }

private:
    /// What is not in the plan (an EndpointSlice that inherited its Service's label) is not ours,
    /// and of what must have properties the metadata says nothing.
    bool tells_enough_of(const Session& session, const ObjectId& id) const {
        if (!std::ranges::binary_search(session.planned, id)) return false;
        return depth_ == Depth::Whole || !session.expected.contains(id);
    }

    std::set<Wanted> left_to_accounts(bool is_forbidden) {
        const std::lock_guard lock(mutex_);
        is_forbidden_ = is_forbidden;
        return is_forbidden ? wanted_ : std::set<Wanted>{};
    }

    std::set<Interned> uids() {
        const std::lock_guard lock(mutex_);
        std::set<Interned> uids;
        for (const auto& [uid, release_uid] : releases_)
            uids.insert(uid);
        return uids;
    }

    void remember(const Interned& uid, const Interned& release_uid) {
        const std::lock_guard lock(mutex_);
        releases_[uid] = release_uid;
    }

    Interned forget(const Interned& uid) {
        const std::lock_guard lock(mutex_);
        const auto found = releases_.find(uid);
        if (found == releases_.end()) return {};
        Interned release_uid = found->second;
        releases_.erase(found);
        return release_uid;
    }

    KindWatches& owner_;
    Kind kind_;
    std::string in_namespace_;
    Depth depth_;
    std::mutex mutex_;
    DenseMap<Interned, Interned> releases_;  ///< The Release's uid, by the object's.
    std::set<Wanted> wanted_;
    bool is_forbidden_ = false;
};

Depth depth_of(Session& session, const ObjectId& id) {
    if (!readiness::is_ready_once_stored(id)) return Depth::Whole;
    const std::lock_guard lock(session.mutex);
    return session.expected.contains(id) ? Depth::Whole : Depth::Metadata;
}

KindWatches::KindWatches(
    ports::Cluster& cluster,
    const ports::Clock& clock,
    ports::Recorder& recorder,
    Sessions& sessions,
    Changed changed
)
    : cluster_(cluster),
      clock_(clock),
      recorder_(recorder),
      sessions_(sessions),
      changed_(std::move(changed)) {}

std::shared_ptr<KindWatches::Sink> KindWatches::open(const Kind& kind, const Place& place) {
    const auto& [group_kind, in_namespace, as, depth] = place;
    const std::lock_guard lock(mutex_);
    Running& running = running_[place];
    if (running.sink) return running.sink;
    running.sink = std::make_shared<Sink>(*this, kind, in_namespace, depth);
    const ports::Selection selection{
        .in_namespace = in_namespace,
        .labels = std::string(uid_label),
        .metadata_only = depth == Depth::Metadata};
    running.watch = cluster_.watch(as, kind, selection, running.sink);
    return running.sink;
}

void KindWatches::open_as(const Kind& kind, const Wanted& wanted, Depth depth) {
    open(kind, {kind.group_kind(), wanted.first, wanted.second, depth});
}

void KindWatches::ensure(
    const Kind& kind, const ObjectId& id, const ports::Identity& account, Depth depth
) {
    const Wanted wanted{id.in_namespace, account};
    const auto own = open(kind, {kind.group_kind(), "", ports::Identity::itself(), depth});
    if (own->is_left_to_account(wanted)) open_as(kind, wanted, depth);
}

}  // namespace slipway::runtime

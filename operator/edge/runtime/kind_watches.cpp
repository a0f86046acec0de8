#include "edge/runtime/kind_watches.hpp"

#include <condition_variable>

#include "core/model/release.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

/// A watch that has not told what exists by then is not waited for any longer; looks fill the gap.
constexpr auto longest_wait = 5s;

}  // namespace

class KindWatches::Sink final : public ports::WatchSink {
public:
    Sink(KindWatches& owner, Depth depth) : owner_(owner), depth_(depth) {}

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

    void on_synced() override {
        const std::lock_guard lock(mutex_);
        synced_ = true;
        forbidden_ = false;
        changed_.notify_all();
    }

    void on_trouble(const Error& error) override {
        const std::lock_guard lock(mutex_);
        forbidden_ = error.kind == ErrorKind::Forbidden;
        // A definition that has just come is served at once, or nearly.
        if (error.kind != ErrorKind::UnknownKind) worth_waiting_ = false;
        changed_.notify_all();
    }

    /// True unless the kind may not be read this way.
    bool wait_until_told() {
        std::unique_lock lock(mutex_);
        const auto is_over = [&] { return synced_ || !worth_waiting_; };
        if (!changed_.wait_for(lock, longest_wait, is_over)) worth_waiting_ = false;
        return !forbidden_;
    }

private:
    /// What is not in the plan (an EndpointSlice that inherited its Service's label) is not ours,
    /// and of what must have properties the metadata says nothing.
    bool tells_enough_of(const Session& session, const ObjectId& id) const {
        const auto wanted = session.requirements.find(id);
        if (wanted == session.requirements.end()) return false;
        return depth_ == Depth::Whole || wanted->second.empty();
    }

    void remember(const std::string& uid, const std::string& release_uid) {
        const std::lock_guard lock(mutex_);
        releases_[uid] = release_uid;
    }

    std::string forget(const std::string& uid) {
        const std::lock_guard lock(mutex_);
        const auto found = releases_.find(uid);
        if (found == releases_.end()) return {};
        std::string release_uid = found->second;
        releases_.erase(found);
        return release_uid;
    }

    KindWatches& owner_;
    Depth depth_;
    std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::string> releases_;  ///< The Release's uid, by the object's.
    bool synced_ = false;
    bool forbidden_ = false;
    /// Else whoever writes this kind would wait once for each object of it, and with a few such
    /// Releases no worker would be left for the others.
    bool worth_waiting_ = true;
};

Depth depth_of(Session& session, const ObjectId& id) {
    if (!readiness::is_ready_once_stored(id)) return Depth::Whole;
    const std::lock_guard lock(session.mutex);
    const auto wanted = session.requirements.find(id);
    const bool has_any = wanted != session.requirements.end() && !wanted->second.empty();
    return has_any ? Depth::Whole : Depth::Metadata;
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
    running.sink = std::make_shared<Sink>(*this, depth);
    const ports::Selection selection{
        .in_namespace = in_namespace,
        .labels = std::string(uid_label),
        .metadata_only = depth == Depth::Metadata};
    running.watch = cluster_.watch(as, kind, selection, running.sink);
    return running.sink;
}

void KindWatches::ensure(
    const Kind& kind, const ObjectId& id, const ports::Identity& account, Depth depth
) {
    const GroupKind which = kind.group_kind();
    if (open(kind, {which, "", ports::Identity::itself(), depth})->wait_until_told()) return;
    open(kind, {which, id.in_namespace, account, depth})->wait_until_told();
}

}  // namespace slipway::runtime

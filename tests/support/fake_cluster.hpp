/// A cluster in memory, for scenarios of the whole machine: objects and watches, and writes that
/// can crash the operator.
///
/// It knows just what the machine relies on: uids, resourceVersions, generations, fences,
/// foreground deletion with finalizers, and that a name that is taken answers AlreadyExists.
#pragma once

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/model/built_in_kinds.hpp"
#include "ports/cluster.hpp"
#include "support/crash_point.hpp"

namespace slipway::test {

class FakeCluster final : public ports::Cluster {
public:
    explicit FakeCluster(CrashPoint& crash) : crash_(crash) {}

    // What a test does as the world outside.
    void put(nlohmann::json document);
    void set_status(const ObjectId& id, nlohmann::json status);
    void remove(const ObjectId& id);
    void refuse(const ObjectId& id, Error error) {
        refusals_.insert_or_assign(id, std::move(error));
    }
    /// As it stands it cannot be changed, only be made anew.
    void refuse_changes(const ObjectId& id, Error error) {
        unchangeable_.insert_or_assign(id, std::move(error));
    }
    void accept(const ObjectId& id) { refusals_.erase(id); }
    /// Lists of this kind are answered with the error.
    void refuse_lists(const GroupKind& kind, Error error) {
        unlistable_.insert_or_assign(kind, std::move(error));
    }
    void accept_lists(const GroupKind& kind) { unlistable_.erase(kind); }
    /// The next list of this kind is answered with the error.
    void refuse_next_list(const GroupKind& kind, Error error) {
        unlistable_once_.insert_or_assign(kind, std::move(error));
    }
    /// The next object that is asked for by name is not told.
    void refuse_next_get(Error error) { get_refusal_ = std::move(error); }
    /// No account may get or list it; the operator may.
    void hide_from_accounts(const GroupKind& kind) { hidden_.insert(kind); }
    /// Nobody of these may watch the kind.
    enum class Watchers { TheOperator, Everybody };
    void forbid_watching(const GroupKind& kind, Watchers who) { unwatchable_[kind] = who; }
    std::size_t watches_of(const GroupKind& kind) const;
    /// How a change reaches those who watch.
    enum class Telling {
        AtOnce,
        Twice,
        /// One at a time, by `tell_late`, in their order; what changes of Releases still at once,
        /// as one kind's watch may be ahead of another's.
        Late,
    };
    void tell_from_now_on(Telling how) { telling_ = how; }
    /// False where nothing is left to be told.
    bool tell_late();
    /// As the object was then, to who watches it now.
    void tell_once_more(const Object& then) const { (void)tell_watches({then, false, revision_}); }
    /// How often somebody was told twice, or late.
    int told_otherwise() const { return told_otherwise_; }
    /// Events are lost from now on.
    void lose_events() { loses_events_ = true; }
    /// Every watch lists anew, as after its connection was cut; no event is lost from now on.
    void list_again();
    /// The process ends where it asks discovery for this kind.
    void die_when_asked_for(const GroupKind& kind) { deadly_ = kind; }
    /// Discovery knows this kind from now on.
    void serve(const Kind& kind) { kinds_.push_back(kind); }
    bool has(const ObjectId& id) const { return objects_.contains(id); }
    Object at(const ObjectId& id) const;
    std::vector<ObjectId> all() const;
    /// "create Job/migrate", "apply ConfigMap/a", "delete Job/migrate", in their order.
    const std::vector<std::string>& log() const { return log_; }
    int count(const std::string& entry) const;
    /// How often the kind was listed.
    int lists_of(const GroupKind& kind) const {
        return lists_.contains(kind) ? lists_.at(kind) : 0;
    }
    /// How often it was asked for by name.
    int gets(const ObjectId& id) const { return gets_.contains(id) ? gets_.at(id) : 0; }
    /// Of these, so many could have been answered from the server's cache.
    int cache_gets(const ObjectId& id) const {
        return cache_gets_.contains(id) ? cache_gets_.at(id) : 0;
    }
    /// What etcd holds, to be restored later.
    struct Snapshot {
        std::map<ObjectId, nlohmann::json> objects{};
        std::map<ObjectId, std::map<std::string, nlohmann::json>> fields{};
        int revision = 0;
    };
    Snapshot snapshot() const { return {objects_, fields_, revision_}; }
    /// Every watch notices, and tells everything anew.
    void restore(const Snapshot& snapshot);
    /// All watches ended: the operator's process died.
    void disconnect() { watches_.clear(); }

    Result<Object> get(const ports::Identity& as, const Kind& kind, const ObjectId& id) override;
    std::vector<Result<Object>> get_all(
        const ports::Identity& as, std::span<const ports::Named> names
    ) override;
    Result<std::vector<Object>> list(
        const ports::Identity& as, const Kind& kind, const ports::Selection& selection
    ) override;
    std::vector<Result<ports::Written>> write(
        const ports::Identity& as, std::span<const ports::Write> writes
    ) override;
    Result<Kind> find_kind(const GroupKind& group_kind, const std::string& version) override;
    Result<Kind> find_resource(const std::string& resource) override;
    void forget_kinds(const std::string&) override {}
    Result<Object> write_status(
        const ObjectId& release, const std::string& uid, const nlohmann::json& status
    ) override;
    Result<Object> set_finalizer(const Object& release, bool present) override;
    std::unique_ptr<ports::Watch> watch(
        const ports::Identity& as,
        const Kind& kind,
        const ports::Selection& selection,
        std::shared_ptr<ports::WatchSink> sink
    ) override;

private:
    struct Watching {
        GroupKind kind;
        ports::Selection selection;
        std::shared_ptr<ports::WatchSink> sink;
        int since;  ///< The revision of its list, which held all that was before.
    };
    struct Change {
        Object object;
        bool has_left;
        int revision;
    };

    Result<void> check_reading(const ports::Identity& as, const GroupKind& kind) const;
    bool may_watch(const ports::Identity& as, const GroupKind& kind) const;
    Result<ports::Written> write_one(const ports::Write& write);
    Result<void> check_fences(const Object& applied) const;
    Result<ports::Written> commit(const ports::Apply& apply);
    Result<ports::Written> commit(const ports::Create& create);
    Result<ports::Written> commit(const ports::Delete& deletion);
    Result<ports::Written> commit(const ports::Merge& merge);
    Result<Object> store(nlohmann::json document, bool is_new);
    void tell_list(const Watching& watching) const;
    void tell(const Object& object) { announce({object, false, revision_}); }
    void tell_left(const Object& object);
    void announce(const Change& change);
    /// How many were told.
    int tell_watches(const Change& change) const;

    CrashPoint& crash_;
    std::map<ObjectId, nlohmann::json> objects_;
    std::map<ObjectId, std::map<std::string, nlohmann::json>> fields_;  ///< By manager.
    std::map<ObjectId, Error> refusals_;
    std::map<ObjectId, Error> unchangeable_;
    std::map<GroupKind, Error> unlistable_;
    std::map<GroupKind, Error> unlistable_once_{};
    std::optional<Error> get_refusal_{};
    std::set<GroupKind> hidden_;
    std::map<int, Watching> watches_;
    std::map<GroupKind, Watchers> unwatchable_;
    std::optional<GroupKind> deadly_;
    bool loses_events_ = false;
    Telling telling_ = Telling::AtOnce;
    std::list<Change> late_{};
    int told_otherwise_ = 0;
    std::vector<Object> left_unseen_{};
    std::map<GroupKind, int> lists_{};
    std::map<ObjectId, int> gets_;
    std::map<ObjectId, int> cache_gets_{};
    std::vector<std::string> log_;
    std::vector<Kind> kinds_ = built_in_kinds();  ///< The preferred version first.
    int next_watch_ = 0;
    int revision_ = 100;
    int next_uid_ = 1;
};

}  // namespace slipway::test

#include "support/fake_cluster.hpp"

#include <algorithm>

#include "core/model/release.hpp"
#include "support/dying_process.hpp"

namespace slipway::test {
namespace {

using nlohmann::json;

Object object_of(const json& document) { return *Object::from_json(document); }

Error not_found(const ObjectId& id) { return {ErrorKind::NotFound, id.title() + " not found", {}}; }

bool selects(const ports::Selection& selection, const Object& object) {
    if (!selection.in_namespace.empty() && selection.in_namespace != object.in_namespace())
        return false;
    if (!selection.name.empty() && selection.name != object.name()) return false;
    if (selection.labels.empty()) return true;
    const auto equals = selection.labels.find('=');
    const auto value = object.label(selection.labels.substr(0, equals));
    return value && (equals == std::string::npos || *value == selection.labels.substr(equals + 1));
}

/// As PartialObjectMetadata tells it.
Object shown(const ports::Selection& selection, const Object& object) {
    if (!selection.metadata_only) return object;
    const json& whole = object.document();
    return object_of(
        {{"apiVersion", whole["apiVersion"]},
         {"kind", whole["kind"]},
         {"metadata", whole["metadata"]}}
    );
}

bool has_finalizers(const json& document) {
    const auto& metadata = document["metadata"];
    return metadata.contains("finalizers") && !metadata["finalizers"].empty();
}

}  // namespace

Object FakeCluster::at(const ObjectId& id) const { return object_of(objects_.at(id)); }

std::vector<ObjectId> FakeCluster::all() const {
    std::vector<ObjectId> ids;
    for (const auto& [id, document] : objects_)
        ids.push_back(id);
    return ids;
}

int FakeCluster::count(const std::string& entry) const {
    return static_cast<int>(std::count(log_.begin(), log_.end(), entry));
}

std::size_t FakeCluster::watches_of(const GroupKind& kind) const {
    return static_cast<std::size_t>(std::count_if(
        watches_.begin(),
        watches_.end(),
        [&](const auto& watching) { return watching.second.kind == kind; }
    ));
}

int FakeCluster::tell_watches(const Change& change) const {
    const Object& object = change.object;
    int told = 0;
    const auto watches = watches_;
    for (const auto& [id, watching] : watches) {
        const bool is_told = watching.kind == object.id().group_kind() &&
                             selects(watching.selection, object) &&
                             watching.since < change.revision;
        if (!is_told) continue;
        ++told;
        if (change.has_left)
            watching.sink->on_left(object.id(), object.uid());
        else
            watching.sink->on_object(shown(watching.selection, object));
    }
    return told;
}

void FakeCluster::announce(const Change& change) {
    if (loses_events_) return;
    const bool is_release = change.object.id().group == release_group;
    const bool is_late = telling_ == Telling::Late && !is_release;
    if (is_late) return late_.push_back(change);
    (void)tell_watches(change);
    if (telling_ == Telling::Twice) told_otherwise_ += tell_watches(change);
}

bool FakeCluster::tell_late() {
    if (late_.empty()) return false;
    const Change change = late_.front();
    late_.pop_front();
    told_otherwise_ += tell_watches(change);
    return true;
}

void FakeCluster::tell_left(const Object& object) {
    if (loses_events_) return left_unseen_.push_back(object);
    announce({object, true, ++revision_});
}

void FakeCluster::tell_list(const Watching& watching) const {
    const auto objects = objects_;
    watching.sink->on_list();
    for (const auto& [id, document] : objects) {
        const Object object = object_of(document);
        if (id.group_kind() == watching.kind && selects(watching.selection, object))
            watching.sink->on_object(shown(watching.selection, object));
    }
    watching.sink->on_listed(std::to_string(revision_));
}

void FakeCluster::list_again() {
    loses_events_ = false;
    const auto watches = watches_;
    for (const auto& [id, watching] : watches) {
        for (const Object& object : left_unseen_) {
            const bool is_told = !watching.sink->sees_what_is_missing() &&
                                 object.id().group_kind() == watching.kind &&
                                 selects(watching.selection, object);
            if (is_told) watching.sink->on_left(object.id(), object.uid());
        }
        tell_list(watching);
    }
    left_unseen_.clear();
}

void FakeCluster::restore(const Snapshot& snapshot) {
    const auto before = std::exchange(objects_, snapshot.objects);
    fields_ = snapshot.fields;
    revision_ = snapshot.revision;
    late_.clear();
    if (loses_events_) return;
    for (auto& [id, watching] : watches_)
        watching.since = 0;
    const auto watches = watches_;
    for (const auto& [id, watching] : watches)
        watching.sink->on_rewound();
    for (const auto& [id, document] : objects_)
        tell(object_of(document));
    for (const auto& [id, document] : before) {
        if (!objects_.contains(id)) tell_left(object_of(document));
    }
}

Result<Object> FakeCluster::store(json document, bool is_new) {
    json& metadata = document["metadata"];
    if (is_new) {
        metadata["uid"] = "uid-" + std::to_string(next_uid_++);
        metadata["generation"] = 1;
    }
    metadata["resourceVersion"] = std::to_string(++revision_);
    const Object object = object_of(document);
    objects_.insert_or_assign(object.id(), document);
    tell(object);
    return object;
}

void FakeCluster::put(json document) {
    const bool is_new = !objects_.contains(object_of(document).id());
    if (!is_new) document["metadata"]["uid"] = at(object_of(document).id()).uid();
    (void)store(std::move(document), is_new);
}

void FakeCluster::set_status(const ObjectId& id, json status) {
    json document = objects_.at(id);
    if (document.contains("status") && document["status"] == status) return;
    document["status"] = std::move(status);
    (void)store(std::move(document), false);
}

void FakeCluster::remove(const ObjectId& id) {
    const Object object = at(id);
    objects_.erase(id);
    tell_left(object);
}

Result<void> FakeCluster::check_reading(const ports::Identity& as, const GroupKind& kind) const {
    if (!as.is_impersonated() || !hidden_.contains(kind)) return {};
    return Error{ErrorKind::Forbidden, "may not read " + kind.text()};
}

Result<Object> FakeCluster::get(const ports::Identity& as, const Kind& kind, const ObjectId& id) {
    ++gets_[id];
    if (const auto refusal = std::exchange(get_refusal_, std::nullopt)) return *refusal;
    TRY(check_reading(as, kind.group_kind()));
    if (!objects_.contains(id)) return not_found(id);
    return at(id);
}

std::vector<Result<Object>> FakeCluster::get_all(
    const ports::Identity& as, std::span<const ports::Named> names
) {
    for (const ports::Named& one : names)
        if (!one.not_older_than.empty()) ++cache_gets_[one.id];
    return Cluster::get_all(as, names);
}

Result<std::vector<Object>> FakeCluster::list(
    const ports::Identity& as, const Kind& kind, const ports::Selection& selection
) {
    ++lists_[kind.group_kind()];
    TRY(check_reading(as, kind.group_kind()));
    if (const auto once = unlistable_once_.extract(kind.group_kind())) return once.mapped();
    const auto refused = unlistable_.find(kind.group_kind());
    if (refused != unlistable_.end()) return refused->second;
    std::vector<Object> found;
    for (const auto& [id, document] : objects_) {
        const Object object = object_of(document);
        if (id.group_kind() == kind.group_kind() && selects(selection, object))
            found.push_back(shown(selection, object));
    }
    return found;
}

std::vector<Result<ports::Written>> FakeCluster::write(
    const ports::Identity& as, std::span<const ports::Write> writes
) {
    std::vector<Result<ports::Written>> answers;
    for (const ports::Write& write : writes) {
        answers.push_back(
            as.is_impersonated()
                ? crash_.guard([&] { return write_one(write); })
                : Result<ports::Written>(Error{
                      ErrorKind::Forbidden, "a child was written as the operator", {}})
        );
    }
    return answers;
}

Result<ports::Written> FakeCluster::write_one(const ports::Write& write) {
    const auto id_of = [](const auto& one) {
        if constexpr (requires { one.object; })
            return one.object.id();
        else
            return one.id;
    };
    const ObjectId id = std::visit(id_of, write);
    const bool changes = objects_.contains(id) && !std::holds_alternative<ports::Delete>(write);
    const auto& refusals = changes && unchangeable_.contains(id) ? unchangeable_ : refusals_;
    const auto refusal = refusals.find(id);
    if (refusal != refusals.end()) return refusal->second;
    return std::visit([&](const auto& one) { return commit(one); }, write);
}

namespace {

/// What each manager wants, together.
json merged(const std::map<std::string, json>& fields) {
    json all = json::object();
    for (const auto& [manager, document] : fields)
        all.merge_patch(document);
    all["metadata"].erase("resourceVersion");
    return all;
}

json fields_of(const json& value) {
    json fields = json::object();
    if (!value.is_object()) return fields;
    for (const auto& [key, item] : value.items())
        fields["f:" + key] = fields_of(item);
    return fields;
}

/// Kept where a test began it.
void own_fields(json& document, const Object& live, const ports::Apply& apply) {
    if (!live.has("/metadata/managedFields")) return;
    json entries = *live.at("/metadata/managedFields");
    entries.push_back(
        {{"manager", apply.field_manager},
         {"operation", "Apply"},
         {"fieldsV1", {{"f:data", fields_of(apply.object.document()["data"])}}}}
    );
    document["metadata"]["managedFields"] = entries;
}

}  // namespace

Result<void> FakeCluster::check_fences(const Object& applied) const {
    const bool is_new = !objects_.contains(applied.id());
    if (is_new && applied.has("/metadata/uid"))
        return Error{ErrorKind::Conflict, "uid mismatch", {}};
    if (is_new) return {};
    const Object live = at(applied.id());
    if (applied.has("/metadata/uid") && applied.uid() != live.uid())
        return Error{ErrorKind::Conflict, "uid mismatch", {}};
    const bool is_stale = applied.has("/metadata/resourceVersion") &&
                          applied.resource_version() != live.resource_version();
    if (is_stale) return Error{ErrorKind::Conflict, "resourceVersion mismatch", {}};
    return {};
}

Result<ports::Written> FakeCluster::commit(const ports::Apply& apply) {
    const ObjectId id = apply.object.id();
    const bool is_new = !objects_.contains(id);
    TRY(check_fences(apply.object));
    if (is_new) fields_[id].clear();
    fields_[id][apply.field_manager] = apply.object.document();
    json document = merged(fields_[id]);
    if (!is_new) {
        const Object live = at(id);
        document["metadata"]["uid"] = live.uid();
        document["metadata"]["generation"] = live.generation() + 1;
        own_fields(document, live, apply);
        if (live.has("/status")) document["status"] = live.document()["status"];
        if (live.is_terminating())
            document["metadata"]["deletionTimestamp"] = live.text("/metadata/deletionTimestamp");
    }
    log_.push_back((is_new ? "create " : "apply ") + id.title());
    if (const std::string kind = id.kind; kind == "CustomResourceDefinition") {
        KindCatalog brought;
        brought.add_from(apply.object);
        const GroupKind key{
            apply.object.text("/spec/group"), apply.object.text("/spec/names/kind")};
        if (const Kind* found = brought.find(key)) serve(*found);
    }
    return ports::Written{TRY(store(std::move(document), is_new))};
}

Result<ports::Written> FakeCluster::commit(const ports::Create& create) {
    const ObjectId id = create.object.id();
    if (objects_.contains(id))
        return Error{ErrorKind::AlreadyExists, id.title() + " already exists", {}};
    log_.push_back("create " + id.title());
    fields_[id] = {{create.field_manager, create.object.document()}};
    return ports::Written{TRY(store(create.object.document(), true))};
}

Result<ports::Written> FakeCluster::commit(const ports::Delete& deletion) {
    if (!objects_.contains(deletion.id) || at(deletion.id).uid() != deletion.uid)
        return ports::Written{};
    log_.push_back("delete " + deletion.id.title());
    json document = objects_.at(deletion.id);
    if (!has_finalizers(document)) {
        remove(deletion.id);
        return ports::Written{};
    }
    document["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
    return ports::Written{TRY(store(std::move(document), false))};
}

Result<ports::Written> FakeCluster::commit(const ports::Merge& merge) {
    TRY(check_fences(merge.object));
    log_.push_back("merge " + merge.object.title());
    json document = at(merge.object.id()).document();
    json change = merge.object.document();
    change["metadata"].erase("resourceVersion");
    document.merge_patch(change);
    return ports::Written{TRY(store(std::move(document), false))};
}

Result<Kind> FakeCluster::find_kind(const GroupKind& group_kind, const std::string& version) {
    if (deadly_ == group_kind) die();
    for (const Kind& kind : kinds_) {
        const bool fits = version.empty() || kind.version == version;
        if (fits && kind.group_kind() == group_kind) return kind;
    }
    return Error{ErrorKind::UnknownKind, group_kind.text() + " is not served", {}};
}

Result<Kind> FakeCluster::find_resource(const std::string& resource) {
    KindCatalog served;
    for (const Kind& kind : kinds_)
        served.add(kind);
    if (const Kind* kind = served.find_resource(resource)) return *kind;
    return Error{ErrorKind::UnknownKind, resource + " is not served", {}};
}

Result<Object> FakeCluster::write_status(
    const ObjectId& release, const std::string&, const json& status
) {
    return crash_.guard([&]() -> Result<Object> {
        if (!objects_.contains(release)) return not_found(release);
        json document = objects_.at(release);
        document["status"] = status;
        return store(std::move(document), false);
    });
}

Result<Object> FakeCluster::set_finalizer(const Object& release, bool present) {
    return crash_.guard([&]() -> Result<Object> {
        if (!objects_.contains(release.id())) return not_found(release.id());
        json document = objects_.at(release.id());
        document["metadata"]["finalizers"] = json::array();
        if (present) document["metadata"]["finalizers"].push_back(std::string(release_finalizer));
        if (!present && document["metadata"].contains("deletionTimestamp")) {
            remove(release.id());
            return release;
        }
        return store(std::move(document), false);
    });
}

namespace {

struct FakeWatch final : ports::Watch {
    explicit FakeWatch(std::function<void()> end) : end_(std::move(end)) {}
    ~FakeWatch() override { end_(); }
    FakeWatch(const FakeWatch&) = delete;
    FakeWatch& operator=(const FakeWatch&) = delete;
    std::function<void()> end_;
};

}  // namespace

bool FakeCluster::may_watch(const ports::Identity& as, const GroupKind& kind) const {
    if (!check_reading(as, kind)) return false;
    const auto found = unwatchable_.find(kind);
    if (found == unwatchable_.end()) return true;
    return found->second == Watchers::TheOperator && as.is_impersonated();
}

std::unique_ptr<ports::Watch> FakeCluster::watch(
    const ports::Identity& as,
    const Kind& kind,
    const ports::Selection& selection,
    std::shared_ptr<ports::WatchSink> sink
) {
    const int id = next_watch_++;
    auto watch = std::make_unique<FakeWatch>([this, id] { watches_.erase(id); });
    if (!may_watch(as, kind.group_kind())) {
        sink->on_trouble({ErrorKind::Forbidden, "may not watch", {}});
        return watch;
    }
    const Watching watching{kind.group_kind(), selection, sink, revision_};
    watches_.emplace(id, watching);
    tell_list(watching);
    sink->on_synced();
    return watch;
}

}  // namespace slipway::test

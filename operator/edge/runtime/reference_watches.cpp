#include "edge/runtime/reference_watches.hpp"

#include <algorithm>

namespace slipway::runtime {
namespace {

const std::string definition_kind = "CustomResourceDefinition";

/// "widgets.example.com" brings kinds of "example.com".
std::string group_of_definition(const std::string& name) {
    const auto dot = name.find('.');
    return dot == std::string::npos ? std::string() : name.substr(dot + 1);
}

/// As a Release follows it that waits for a kind, or for a namespace.
ObjectId any_of_kind(const ObjectId& id) {
    return {.group = id.group, .kind = id.kind, .name = "*"};
}

/// A cluster may have a hundred thousand of these, of which a Release follows a few. Of other kinds
/// every name matters: with a definition its kinds are forgotten, whoever follows it.
bool are_many(const GroupKind& kind) {
    return kind.group.empty() &&
           (kind.kind == "ConfigMap" || kind.kind == "Secret" || kind.kind == "ServiceAccount");
}

}  // namespace

class ReferenceWatches::Sink final : public ports::WatchSink {
public:
    Sink(ReferenceWatches& owner, Place place) : owner_(owner), place_(std::move(place)) {}

    void on_object(const Object& object) override {
        if (object.kind() == "Namespace") owner_.namespace_seen(object);
        if (owner_.changed(object.id())) told_.insert(object.id());
    }
    void on_left(const ObjectId& id, const std::string&) override { owner_.changed(id); }
    void on_list() override { told_.clear(); }
    void on_listed(const std::string&) override {
        if (sees_what_is_missing()) owner_.listed(place_, told_);
        told_.clear();
    }
    bool sees_what_is_missing() const override { return are_many(place_.kind); }
    void on_synced() override { owner_.reachable(place_, true); }
    void on_trouble(const Error& error) override {
        if (error.kind == ErrorKind::Forbidden) owner_.reachable(place_, false);
    }

private:
    ReferenceWatches& owner_;
    Place place_;
    std::set<ObjectId> told_;  ///< Since the list began, and followed; the watch's thread's alone.
};

ReferenceWatches::ReferenceWatches(ports::Cluster& cluster, Sessions& sessions, Changed changed)
    : cluster_(cluster), sessions_(sessions), changed_(std::move(changed)) {
    for (const GroupKind& kind :
         {GroupKind{"", "ConfigMap"},
          GroupKind{"", "Secret"},
          GroupKind{"", "ServiceAccount"},
          GroupKind{"", "Namespace"},
          GroupKind{"apiextensions.k8s.io", definition_kind}}) {
        start({.kind = kind});
    }
}

/// Watches end outside of the lock: their end waits for what they tell, and that takes the lock.
ReferenceWatches::~ReferenceWatches() {
    std::map<Place, Running> ended;
    const std::lock_guard lock(mutex_);
    ended.swap(watches_);
}

/// Outside of the lock: what a new watch tells at once comes back in here.
void ReferenceWatches::start(const Place& place) {
    {
        const std::lock_guard lock(mutex_);
        if (!watches_.try_emplace(place).second) return;
    }
    auto watch = cluster_.watch(
        place.as,
        *KindCatalog::built_in().find(place.kind),
        {.in_namespace = place.in_namespace, .metadata_only = true},
        std::make_shared<Sink>(*this, place)
    );
    const std::lock_guard lock(mutex_);
    const auto started = watches_.find(place);
    if (started != watches_.end()) started->second.watch.swap(watch);
}

void ReferenceWatches::follow(
    const std::string& key,
    const std::vector<ObjectId>& references,
    const std::optional<ports::Identity>& as
) {
    {
        const std::lock_guard lock(mutex_);
        strike_off(key);
        following_.insert_or_assign(key, Following{references, as});
        for (const ObjectId& id : references)
            followers_[id].insert(key);
    }
    start_what_is_needed();
    end_what_nobody_needs();
}

void ReferenceWatches::forget(const std::string& key) {
    {
        const std::lock_guard lock(mutex_);
        strike_off(key);
        following_.erase(key);
    }
    end_what_nobody_needs();
}

void ReferenceWatches::strike_off(const std::string& key) {
    const auto known = following_.find(key);
    if (known == following_.end()) return;
    for (const ObjectId& id : known->second.references) {
        const auto followers = followers_.find(id);
        if (followers == followers_.end()) continue;
        followers->second.erase(key);
        if (followers->second.empty()) followers_.erase(followers);
    }
}

bool ReferenceWatches::is_forbidden(const Place& place) const {
    const auto found = watches_.find(place);
    return found != watches_.end() && found->second.forbidden;
}

std::set<ReferenceWatches::Place> ReferenceWatches::places_of(const Following& following) const {
    std::set<Place> places;
    for (const ObjectId& id : following.references) {
        if (id.in_namespace.empty() || !following.as) continue;
        if (is_forbidden({.kind = id.group_kind()}))
            places.insert({id.group_kind(), id.in_namespace, *following.as});
    }
    return places;
}

/// All Releases are asked only where some kind is forbidden, which it seldom is.
std::set<ReferenceWatches::Place> ReferenceWatches::needed_places() const {
    std::set<Place> needed;
    const auto is_forbidden = [](const auto& running) { return running.second.forbidden; };
    if (std::ranges::none_of(watches_, is_forbidden)) return needed;
    for (const auto& [key, following] : following_)
        needed.merge(places_of(following));
    return needed;
}

void ReferenceWatches::start_what_is_needed() {
    std::set<Place> needed;
    {
        const std::lock_guard lock(mutex_);
        needed = needed_places();
    }
    for (const Place& place : needed)
        start(place);
}

void ReferenceWatches::end_what_nobody_needs() {
    std::map<Place, Running> ended;
    const std::lock_guard lock(mutex_);
    const std::set<Place> needed = needed_places();
    for (auto running = watches_.begin(); running != watches_.end();) {
        const auto current = running++;
        const bool is_ours = !current->first.as.is_impersonated();
        if (is_ours || needed.contains(current->first)) continue;
        ended.insert(watches_.extract(current));
    }
}

std::vector<ObjectId> ReferenceWatches::unwatched(const std::string& key) const {
    std::vector<ObjectId> unwatched;
    const std::lock_guard lock(mutex_);
    const auto found = following_.find(key);
    if (found == following_.end()) return unwatched;
    const auto& [references, as] = found->second;
    for (const ObjectId& id : references) {
        if (!is_forbidden({.kind = id.group_kind()})) continue;
        const bool is_out_of_reach =
            !as || id.in_namespace.empty() || is_forbidden({id.group_kind(), id.in_namespace, *as});
        if (is_out_of_reach) unwatched.push_back(id);
    }
    return unwatched;
}

void ReferenceWatches::reachable(const Place& place, bool is_reachable) {
    std::set<std::string> keys;
    {
        const std::lock_guard lock(mutex_);
        const auto found = watches_.find(place);
        if (found == watches_.end() || found->second.forbidden == !is_reachable) return;
        found->second.forbidden = !is_reachable;
        for (const auto& [key, following] : following_) {
            if (concerns(place, following)) keys.insert(key);
        }
    }
    wake(keys);
}

bool ReferenceWatches::concerns(const Place& place, const Following& following) const {
    if (place.as.is_impersonated() && following.as != place.as) return false;
    const auto& all = following.references;
    return std::any_of(all.begin(), all.end(), [&](const ObjectId& id) {
        return id.group_kind() == place.kind;
    });
}

bool ReferenceWatches::is_terminating(const std::string& namespace_name) const {
    const std::lock_guard lock(mutex_);
    return terminating_.contains(namespace_name);
}

bool ReferenceWatches::changed(const ObjectId& id) {
    if (id.kind == definition_kind) cluster_.forget_kinds(group_of_definition(id.name));
    std::set<std::string> keys;
    {
        const std::lock_guard lock(mutex_);
        for (const ObjectId& followed : {id, any_of_kind(id)}) {
            const auto followers = followers_.find(followed);
            if (followers != followers_.end())
                keys.insert(followers->second.begin(), followers->second.end());
        }
    }
    wake(keys);
    return !keys.empty();
}

void ReferenceWatches::listed(const Place& place, const std::set<ObjectId>& told) {
    std::set<std::string> keys;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [id, followers] : followers_) {
            const bool is_here =
                id.group_kind() == place.kind &&
                (place.in_namespace.empty() || place.in_namespace == id.in_namespace);
            if (is_here && !told.contains(id)) keys.insert(followers.begin(), followers.end());
        }
    }
    wake(keys);
}

void ReferenceWatches::namespace_seen(const Object& object) {
    const std::lock_guard lock(mutex_);
    if (object.is_terminating()) {
        terminating_.insert(std::string(object.name()));
    } else {
        terminating_.erase(std::string(object.name()));
    }
}

void ReferenceWatches::wake(const std::set<std::string>& keys) {
    for (const std::string& key : keys) {
        if (const auto session = sessions_.find(key)) {
            const std::lock_guard lock(session->mutex);
            session->inputs_changed = true;
        }
        changed_(key);
    }
}

}  // namespace slipway::runtime

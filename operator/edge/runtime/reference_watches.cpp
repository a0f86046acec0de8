#include "edge/runtime/reference_watches.hpp"

namespace slipway::runtime {
namespace {

const std::string definition_kind = "CustomResourceDefinition";

/// "widgets.example.com" brings kinds of "example.com".
std::string group_of_definition(const std::string& name) {
    const auto dot = name.find('.');
    return dot == std::string::npos ? std::string() : name.substr(dot + 1);
}

/// A Release that waits for a kind, or for a namespace, waits for any: "*".
bool follows(const ObjectId& followed, const ObjectId& id) {
    return followed == id || (followed.name == "*" && followed.group_kind() == id.group_kind());
}

}  // namespace

class ReferenceWatches::Sink final : public ports::WatchSink {
public:
    explicit Sink(ReferenceWatches& owner) : owner_(owner) {}

    void on_object(const Object& object) override {
        if (object.kind() == "Namespace") owner_.namespace_seen(object);
        owner_.changed(object.id());
    }
    void on_left(const ObjectId& id, const std::string&) override { owner_.changed(id); }
    void on_synced() override {}
    void on_trouble(const Error&) override {}

private:
    ReferenceWatches& owner_;
};

ReferenceWatches::ReferenceWatches(ports::Cluster& cluster, Sessions& sessions, Changed changed)
    : cluster_(cluster), sessions_(sessions), changed_(std::move(changed)) {
    const auto sink = std::make_shared<Sink>(*this);
    for (const GroupKind& followed :
         {GroupKind{"", "ConfigMap"},
          GroupKind{"", "Secret"},
          GroupKind{"", "ServiceAccount"},
          GroupKind{"", "Namespace"},
          GroupKind{"apiextensions.k8s.io", definition_kind}}) {
        const Kind* kind = KindCatalog::built_in().find(followed);
        watches_.push_back(
            cluster.watch(ports::Identity::itself(), *kind, {.metadata_only = true}, sink)
        );
    }
}

void ReferenceWatches::follow(const std::string& key, const std::vector<ObjectId>& references) {
    forget(key);
    const std::lock_guard lock(mutex_);
    references_[key] = references;
    for (const ObjectId& id : references)
        followers_[id].insert(key);
}

void ReferenceWatches::forget(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto known = references_.find(key);
    if (known == references_.end()) return;
    for (const ObjectId& id : known->second) {
        const auto followers = followers_.find(id);
        if (followers == followers_.end()) continue;
        followers->second.erase(key);
        if (followers->second.empty()) followers_.erase(followers);
    }
    references_.erase(known);
}

bool ReferenceWatches::is_terminating(const std::string& namespace_name) const {
    const std::lock_guard lock(mutex_);
    return terminating_.contains(namespace_name);
}

void ReferenceWatches::changed(const ObjectId& id) {
    if (id.kind == definition_kind) cluster_.forget_kinds(group_of_definition(id.name));
    std::set<std::string> keys;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& [followed, followers] : followers_) {
            if (follows(followed, id)) keys.insert(followers.begin(), followers.end());
        }
    }
    for (const std::string& key : keys)
        wake(key);
}

void ReferenceWatches::namespace_seen(const Object& object) {
    const std::lock_guard lock(mutex_);
    if (object.is_terminating()) {
        terminating_.insert(std::string(object.name()));
    } else {
        terminating_.erase(std::string(object.name()));
    }
}

void ReferenceWatches::wake(const std::string& key) {
    if (const auto session = sessions_.find(key)) {
        const std::lock_guard lock(session->mutex);
        session->inputs_changed = true;
    }
    changed_(key);
}

}  // namespace slipway::runtime

/// What Releases name without owning it: ConfigMaps and Secrets as sources, their account,
/// namespaces, and the kinds that CRDs bring. One metadata-only watch each, without a selector;
/// what nobody references is dropped at once.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "edge/runtime/sessions.hpp"
#include "ports/cluster.hpp"

namespace slipway::runtime {

class ReferenceWatches {
public:
    using Changed = std::function<void(const std::string& key)>;

    ReferenceWatches(ports::Cluster& cluster, Sessions& sessions, Changed changed);

    /// This Release's inputs are these from now on; a change of any wakes it, with its inputs
    /// marked as changed.
    void follow(const std::string& key, const std::vector<ObjectId>& references);
    void forget(const std::string& key);

    /// As the watch of namespaces last told.
    bool is_terminating(const std::string& namespace_name) const;

private:
    class Sink;

    void changed(const ObjectId& id);
    void namespace_seen(const Object& object);
    void wake(const std::string& key);

    ports::Cluster& cluster_;
    Sessions& sessions_;
    Changed changed_;
    mutable std::mutex mutex_;
    std::map<ObjectId, std::set<std::string>> followers_;
    std::map<std::string, std::vector<ObjectId>> references_;
    std::set<std::string> terminating_;
    std::vector<std::unique_ptr<ports::Watch>> watches_;
};

}  // namespace slipway::runtime

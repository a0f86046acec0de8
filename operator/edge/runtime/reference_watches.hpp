/// What Releases name without owning it: ConfigMaps and Secrets as sources, their account,
/// namespaces, and the kinds that CRDs bring. One metadata-only watch each, without a selector;
/// what nobody references is dropped at once.
///
/// A kind that the operator may not watch itself (an administrator may leave Secrets out of its
/// role) is followed per namespace as the Release's account.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
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
    ~ReferenceWatches();
    ReferenceWatches(const ReferenceWatches&) = delete;
    ReferenceWatches& operator=(const ReferenceWatches&) = delete;

    /// This Release's inputs are these from now on; a change of any wakes it, with its inputs
    /// marked as changed. `as`: the Release's account, where it has one.
    void follow(
        const std::string& key,
        const std::vector<ObjectId>& references,
        const std::optional<ports::Identity>& as
    );
    void forget(const std::string& key);

    /// Those of its references whose changes nobody tells us: neither we nor its account may watch
    /// them.
    std::vector<ObjectId> unwatched(const std::string& key) const;

    /// As the watch of namespaces last told.
    bool is_terminating(const std::string& namespace_name) const;

private:
    class Sink;
    struct Following {
        std::vector<ObjectId> references{};
        std::optional<ports::Identity> as{};
    };
    /// Everywhere as the operator itself, or in one namespace as an account.
    struct Place {
        GroupKind kind{};
        std::string in_namespace{};
        ports::Identity as = ports::Identity::itself();
        auto operator<=>(const Place&) const = default;
    };
    struct Running {
        bool forbidden = false;
        std::unique_ptr<ports::Watch> watch{};
    };

    void start(const Place& place);
    /// True where somebody follows it.
    bool changed(const ObjectId& id);
    /// The followers of what is not among `told`, all that a list of the place told of.
    void listed(const Place& place, const std::set<ObjectId>& told);
    void reachable(const Place& place, bool is_reachable);
    void namespace_seen(const Object& object);
    void wake(const std::set<std::string>& keys);
    bool is_forbidden(const Place& place) const;
    bool concerns(const Place& place, const Following& following) const;
    std::set<Place> places_of(const Following& following) const;
    std::set<Place> needed_places() const;
    void strike_off(const std::string& key);
    void start_what_is_needed();
    void end_what_nobody_needs();

    ports::Cluster& cluster_;
    Sessions& sessions_;
    Changed changed_;
    mutable std::mutex mutex_;
    std::map<std::string, Following> following_;
    std::map<ObjectId, std::set<std::string>> followers_;  ///< Their keys.
    std::set<std::string> terminating_;
    std::map<Place, Running> watches_;
};

}  // namespace slipway::runtime

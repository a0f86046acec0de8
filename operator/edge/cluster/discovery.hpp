/// What kinds the cluster serves: asked group by group, remembered until forgotten.
///
/// Lazy, so that one dead aggregated API server troubles nobody who does not use its group. Only
/// what was found is answered from memory: what is missing is asked for anew each time, for a
/// CustomResourceDefinition may have come. Safe to call from several threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/kubeapi/discovery.hpp"
#include "core/model/kind.hpp"
#include "edge/cluster/caller.hpp"

namespace slipway::cluster {

class Discovery {
public:
    explicit Discovery(Caller& caller) : caller_(caller) {}

    /// `version` "" is the preferred one, else the first that has the kind. UnknownKind: the server
    /// has none.
    Result<Kind> find(const GroupKind& group_kind, const std::string& version);
    /// As kubectl reads a type argument; built-in kinds first, as kubectl prefers them.
    Result<Kind> find_resource(const std::string& resource);
    void forget(const std::string& group);

private:
    using GroupVersion = std::pair<std::string, std::string>;
    using Kinds = std::shared_ptr<const std::vector<Kind>>;

    Result<std::vector<std::string>> versions(const std::string& group);
    Result<Kinds> kinds(const GroupVersion& group_version);
    Result<Kind> look_up(const GroupKind& group_kind, const std::string& version);
    Result<KindCatalog> whole_catalog();
    bool is_remembered(const std::string& group);

    Caller& caller_;
    std::mutex mutex_;
    std::map<std::string, std::vector<std::string>> versions_;
    std::map<GroupVersion, Kinds> kinds_;
};

}  // namespace slipway::cluster

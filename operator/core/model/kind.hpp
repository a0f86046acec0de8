/// What is known of kinds: their plural and whether their objects live in a namespace.
///
/// The built-in kinds are known offline; a release's own CRDs and the cluster's discovery add to
/// them. Offline and in the cluster the same question gets the same answer from the same catalog.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/object.hpp"
#include "core/model/object_id.hpp"

namespace slipway {

struct Kind {
    std::string group{};
    std::string version{};
    std::string kind{};
    std::string plural{};
    bool namespaced = true;
    std::string singular{};
    std::vector<std::string> short_names{};

    GroupKind group_kind() const { return {group, kind}; }
    /// "apps/v1", "v1".
    std::string api_version() const { return group.empty() ? version : group + "/" + version; }
};

class KindCatalog {
public:
    KindCatalog() = default;
    // Copied where it would be moved: what was moved from would hold no kinds, not even none.
    KindCatalog(const KindCatalog&) = default;
    KindCatalog& operator=(const KindCatalog&) = default;
    ~KindCatalog() = default;

    /// The kinds that every supported Kubernetes serves, with kubectl's short names.
    static const KindCatalog& built_in();

    void add(Kind kind);
    /// Adds the kinds that a CustomResourceDefinition brings; other objects bring none.
    void add_from(const Object& definition);

    /// By group and kind; where several versions are known, the one added last.
    const Kind* find(const GroupKind& group_kind) const;
    /// As kubectl reads a type argument, ignoring case: "deploy", "deployments", "Deployment",
    /// "deployments.apps", "deployments.v1.apps", "Deployment.apps".
    const Kind* find_resource(std::string_view resource) const;

    /// By group, then kind.
    auto begin() const { return kinds_->begin(); }
    auto end() const { return kinds_->end(); }

private:
    using Kinds = std::map<GroupKind, Kind>;
    /// Copies share them until one adds to its own: most Releases know the built-in kinds and no
    /// other.
    std::shared_ptr<Kinds> kinds_ = std::make_shared<Kinds>();
};

/// The versions that a CustomResourceDefinition of the content serves, in its order.
std::vector<std::string> served_versions(const Object& definition);

}  // namespace slipway

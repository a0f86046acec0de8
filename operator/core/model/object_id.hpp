/// How an object is named, whatever its version: what makes two manifests the same object.
#pragma once

#include <compare>
#include <string>

namespace slipway {

struct GroupKind {
    std::string group;  ///< "" for the core group.
    std::string kind;

    auto operator<=>(const GroupKind&) const = default;
    /// "Deployment.apps", "Secret": how kubectl writes a kind.
    std::string text() const;
};

struct ObjectId {
    std::string group{};  ///< "" for the core group.
    std::string kind{};
    std::string in_namespace{};  ///< "" for what is cluster-scoped.
    std::string name{};

    auto operator<=>(const ObjectId&) const = default;
    GroupKind group_kind() const { return {group, kind}; }
    /// "Job/migrate": how messages call this object.
    std::string title() const { return kind + "/" + name; }
    /// "Job.batch shop/migrate": unique in a cluster, for logs and keys.
    std::string text() const;
};

}  // namespace slipway

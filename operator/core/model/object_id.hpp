/// How an object is named, whatever its version: what makes two manifests the same object.
#pragma once

#include <compare>
#include <string>

#include "core/base/interned.hpp"

namespace slipway {

struct GroupKind {
    Interned group;  ///< "" for the core group.
    Interned kind;

    std::strong_ordering operator<=>(const GroupKind&) const = default;
    /// "Deployment.apps", "Secret": how kubectl writes a kind.
    std::string text() const;
};

struct ObjectId {
    Interned group{};  ///< "" for the core group.
    Interned kind{};
    Interned in_namespace{};  ///< "" for what is cluster-scoped.
    Interned name{};

    std::strong_ordering operator<=>(const ObjectId&) const = default;
    GroupKind group_kind() const { return {group, kind}; }
    /// "Job/migrate": how messages call this object.
    std::string title() const { return kind + "/" + name; }
    /// "Job.batch shop/migrate": unique in a cluster, for logs and keys.
    std::string text() const;
};

}  // namespace slipway

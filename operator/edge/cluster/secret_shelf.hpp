/// The Secrets of one namespace as the store uses them: parcels put, read and removed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edge/cluster/parcel.hpp"
#include "ports/cluster.hpp"

namespace slipway::cluster {

/// Which state of a Secret is to be replaced.
struct SecretVersion {
    std::string uid{};
    std::string resource_version{};
};

class SecretShelf {
public:
    /// `cluster` must outlive it.
    SecretShelf(ports::Cluster& cluster, std::string in_namespace)
        : cluster_(cluster), in_namespace_(std::move(in_namespace)) {}

    Result<Object> get(const std::string& name);
    /// The contents of these Secrets, one after the other. Internal: one of them is missing.
    Result<std::string> joined(const std::vector<std::string>& names);
    /// Names and labels only.
    Result<std::vector<Object>> all_of(const std::string& release_uid);

    /// All of them, in any order. Unavailable: one of the names is still being deleted.
    Result<void> put(const std::vector<Parcel>& parcels);
    /// Conflict: it is not (any more) as `before` says; without `before`, it must not exist.
    Result<Object> put_after(const Parcel& parcel, const std::optional<SecretVersion>& before);
    /// What is gone already is removed.
    Result<void> remove(const std::vector<std::string>& names);

private:
    ObjectId id_of(const std::string& name) const;

    ports::Cluster& cluster_;
    const std::string in_namespace_;
};

/// Unavailable: a Secret of that name is on its way out, and what is written into it would go, too.
Error still_going(const Object& secret);

}  // namespace slipway::cluster

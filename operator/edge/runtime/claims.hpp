/// PersistentVolumeClaims that are not bound, and how the classes of their storage bind.
///
/// While a Release has such claims, the storage classes are watched for it: a claim whose class
/// binds to its first consumer is ready without a volume. Where nobody may watch them, a claim is
/// waited for until it is bound.
#pragma once

#include <map>
#include <memory>
#include <string>

#include "core/model/object.hpp"

namespace slipway::runtime {

struct Hands;
struct Session;

struct StorageClass {
    std::string binding_mode{};
    bool is_default = false;
    std::string created_at{};
};

/// Guarded by the session's mutex.
struct Claims {
    std::map<ObjectId, Object> unbound{};
    std::map<std::string, StorageClass> classes{};  ///< As last told, by name.
};

/// `volumeBindingMode` of the claim's class; "" where it has none, or none that is known.
std::string binding_mode(const Claims& claims, const Object& claim);

/// Opens and closes the watch of storage classes as needed.
void follow_claims(Hands& hands, const std::shared_ptr<Session>& session);

}  // namespace slipway::runtime

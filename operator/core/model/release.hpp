/// The Release as its author wrote it: `releases.slipway.dev`, read into plain values.
///
/// The CRD's schema has checked shapes, enums and ranges at admission; what it cannot check is
/// checked here, so that a Release that came around it gets the same clear error.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/model/object.hpp"
#include "core/model/release_status.hpp"

namespace slipway {

inline constexpr std::string_view release_group = "slipway.dev";
inline constexpr std::string_view release_version = "v1alpha1";
inline constexpr std::string_view release_finalizer = "slipway.dev/release";

/// What Slipway writes on every object that it applies (design: labels travel, so they prove
/// nothing; ours is what is in the inventory with that uid).
inline constexpr std::string_view uid_label = "slipway.dev/release-uid";
inline constexpr std::string_view release_annotation = "slipway.dev/release";
inline constexpr std::string_view digest_annotation = "slipway.dev/digest";
/// On a hook's object: which run of which hook it is.
inline constexpr std::string_view run_annotation = "slipway.dev/run";

struct InlineSource {
    std::string text{};
};

/// A ConfigMap or Secret of the Release's namespace; without a key, every key in name order.
struct ReferenceSource {
    enum class From { ConfigMap, Secret };
    From from = From::ConfigMap;
    std::string name{};
    std::string key{};
    bool optional = false;

    ObjectId id(std::string_view in_namespace) const;
};

using SourceSpec = std::variant<InlineSource, ReferenceSource>;

enum class WaitMode { All, Annotated };
enum class Supersede { Finish, Terminate };
enum class ConflictMode { Force, Fail };
enum class DeletionPolicy { Delete, Orphan };

struct RetrySpec {
    int limit = 3;
    Duration backoff = std::chrono::seconds(10);
    Duration max_backoff = std::chrono::minutes(5);
};

/// One entry of `spec.deletion.force`: `Kind[.group]/name`.
struct DeletionConsent {
    std::string kind{};
    std::string group{};  ///< "" matches any group.
    std::string name{};

    bool covers(const ObjectId& id) const;
};

struct ReleaseSpec {
    std::vector<SourceSpec> sources{};
    std::string target_namespace{};
    std::string service_account_name{};
    WaitMode wait = WaitMode::All;
    Duration timeout = std::chrono::minutes(30);
    Duration no_activity_timeout = std::chrono::minutes(10);
    RetrySpec retry{};
    Supersede supersede = Supersede::Finish;
    bool prune = true;
    ConflictMode conflicts = ConflictMode::Force;
    DeletionPolicy deletion = DeletionPolicy::Delete;
    std::vector<DeletionConsent> deletion_force{};
    bool suspend = false;
    bool strict = false;
    std::vector<std::string> dialects{};
};

struct Release {
    std::string in_namespace{};
    std::string name{};
    std::string uid{};
    std::string resource_version{};
    std::int64_t generation = 0;
    bool deleting = false;
    bool has_finalizer = false;  ///< Ours.
    /// The annotation slipway.dev/retry-at; any new value asks for a retry.
    std::string retry_at{};
    std::string reconcile_at{};  ///< The annotation slipway.dev/reconcile-at.
    ReleaseSpec spec{};
    ReleaseStatus status{};

    /// "shop/web": the queue's key and what the release annotation holds.
    std::string key() const { return in_namespace + "/" + name; }
    std::string target_namespace() const {
        return spec.target_namespace.empty() ? in_namespace : spec.target_namespace;
    }
};

/// Reads a live Release. An InvalidSpec error names the field; metadata and status are still needed
/// then, hence read_metadata.
Result<Release> read_release(const Object& live);

/// Everything but the spec: what is left to work with where the spec cannot be read.
Release read_metadata(const Object& live);

}  // namespace slipway

/// ports::Store in Secrets of the operator's own namespace.
///
/// A ledger is gzipped JSON in the Secret `slipway-<release uid>`; where it is longer than one
/// Secret may be, that Secret points to shards named after their content. A revision's content lies
/// in `slipway-<release uid>-c-<digest>-<n>`. Order is everything: shards before the pointer, the
/// first part of a content last, the pointer's removal before its shards'; so whatever exists is
/// whole.
///
/// The label slipway.dev/store-of finds all of a Release; never slipway.dev/release-uid, by which
/// the Release's own objects are watched.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "edge/cluster/secret_shelf.hpp"
#include "ports/store.hpp"

namespace slipway::cluster {

class SecretStore final : public ports::Store {
public:
    /// `cluster` must outlive it.
    SecretStore(ports::Cluster& cluster, std::string in_namespace);

    Result<std::optional<Ledger>> load(const std::string& release_uid) override;
    Result<void> save(
        const std::string& release_uid, const std::string& release, const Ledger& ledger
    ) override;

    Result<void> save_content(
        const std::string& release_uid, const std::string& digest, const std::string& content
    ) override;
    Result<std::string> load_content(const std::string& release_uid, const std::string& digest)
        override;
    Result<void> keep_only(const std::string& release_uid, const std::vector<std::string>& digests)
        override;

    Result<void> erase(const std::string& release_uid) override;

private:
    /// The pointer as we read or wrote it last: what the next save must find.
    struct Pointer {
        SecretVersion version{};
        std::vector<std::string> shards{};
    };

    std::optional<Pointer> pointer(const std::string& release_uid);
    void remember(
        const std::string& release_uid, const Object& secret, std::vector<std::string> shards
    );
    void forget(const std::string& release_uid);

    SecretShelf shelf_;
    std::mutex mutex_;
    std::map<std::string, Pointer> pointers_;
};

}  // namespace slipway::cluster

/// The store: what the operator must remember, in Secrets of its own namespace.
///
/// Content-addressed, compressed, in chunks under 512 KiB, shards first and the pointer last, so
/// that a crash between two writes leaves the old state whole. No tenant can forge it, and it
/// outlives the Release's namespace.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/ledger.hpp"

namespace slipway::ports {

class Store {
public:
    virtual ~Store() = default;

    /// Nothing where this Release has none yet. Internal: it is there but damaged.
    virtual Result<std::optional<Ledger>> load(const std::string& release_uid) = 0;
    /// Durable when it returns. `release` ("shop/web") is for people who look at the Secrets.
    /// Conflict: somebody else wrote it since we read it.
    virtual Result<void> save(
        const std::string& release_uid, const std::string& release, const Ledger& ledger
    ) = 0;

    /// The content of a revision, under its digest; saving what is there already changes nothing.
    virtual Result<void> save_content(
        const std::string& release_uid, const std::string& digest, const std::string& content
    ) = 0;
    virtual Result<std::string> load_content(
        const std::string& release_uid, const std::string& digest
    ) = 0;
    /// Removes the contents of this Release but those under `digests`.
    virtual Result<void> keep_only(
        const std::string& release_uid, const std::vector<std::string>& digests
    ) = 0;

    /// Forgets all of a Release: its deletion is done.
    virtual Result<void> erase(const std::string& release_uid) = 0;
};

}  // namespace slipway::ports

/// What the store puts into Secrets, and how it is cut to fit.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/kind.hpp"
#include "core/model/object.hpp"

namespace slipway::cluster {

const Kind& secret_kind();

/// Below 512 KiB with room for base64 and names; a Secret may hold 1 MiB, an object 1.5 MiB.
inline constexpr std::size_t parcel_bytes = 400U << 10U;

/// One Secret to be written.
struct Parcel {
    std::string name{};
    std::string type{};  ///< "slipway.dev/ledger", "slipway.dev/content".
    std::string release_uid{};
    std::string release{};  ///< "shop/web", for people; "" where it is not known.
    std::map<std::string, std::string> data{};  ///< As bytes.
};

inline constexpr auto ledger_type = "slipway.dev/ledger";
inline constexpr auto content_type = "slipway.dev/content";
/// Keys of Parcel::data.
inline constexpr auto content_key = "content";  ///< Compressed; of one part.
inline constexpr auto shards_key = "shards";    ///< Names, one a line, instead of content.
inline constexpr auto parts_key = "parts";      ///< How many Secrets the content lies in.

/// The selector that finds every Secret of a Release's store.
std::string store_selector(const std::string& release_uid);

Object secret_of(const Parcel& parcel, const std::string& in_namespace);

/// The bytes under `key`; Internal where the Secret has none that can be read.
Result<std::string> data_of(const Object& secret, const std::string& key);
/// True where it has at least one byte there.
bool has_data(const Object& secret, const std::string& key);

std::string pointer_name(const std::string& release_uid);
/// "slipway-<uid>-c-<first 16 digits of the digest>-".
std::string content_prefix(const std::string& release_uid, std::string_view digest);

/// `packed` in pieces of at most `parcel_bytes`; at least one.
std::vector<std::string> pieces_of(std::string_view packed);

/// The Secrets of a packed ledger: its shards, if it needs any, and the pointer as the last.
std::vector<Parcel> ledger_parcels(
    const std::string& release_uid, const std::string& release, std::string_view packed
);
/// The Secrets of a packed content, the first part first.
std::vector<Parcel> content_parcels(
    const std::string& release_uid, std::string_view digest, std::string_view packed
);

}  // namespace slipway::cluster

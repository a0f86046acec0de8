#include "edge/cluster/parcel.hpp"

#include <cassert>

#include <nlohmann/json.hpp>

#include "core/base/base64.hpp"
#include "core/base/digest.hpp"
#include "core/base/text.hpp"
#include "core/model/json_fields.hpp"
#include "core/model/release.hpp"

namespace slipway::cluster {
namespace {

using nlohmann::json;

constexpr auto store_label = "slipway.dev/store";
constexpr auto store_of_label = "slipway.dev/store-of";

/// Enough of a digest to tell the revisions of one Release apart.
std::string short_digest(std::string_view digest) {
    const auto colon = digest.find(':');
    return std::string(digest.substr(colon == std::string_view::npos ? 0 : colon + 1, 16));
}

}  // namespace

const Kind& secret_kind() {
    static const Kind kind{.version = "v1", .kind = "Secret", .plural = "secrets"};
    return kind;
}

std::string store_selector(const std::string& release_uid) {
    return format("{}={}", store_of_label, release_uid);
}

Object secret_of(const Parcel& parcel, const std::string& in_namespace) {
    json data = json::object();
    for (const auto& [key, bytes] : parcel.data)
        data[key] = base64(bytes);
    const std::string what = parcel.type.substr(parcel.type.find('/') + 1);
    json metadata{
        {"namespace", in_namespace},
        {"name", parcel.name},
        {"labels", {{store_label, what}, {store_of_label, parcel.release_uid}}}};
    if (!parcel.release.empty()) {
        metadata["annotations"] = {{std::string(release_annotation), parcel.release}};
    }
    auto object = Object::from_json(
        {{"apiVersion", "v1"},
         {"kind", "Secret"},
         {"metadata", std::move(metadata)},
         {"type", parcel.type},
         {"data", std::move(data)}}
    );
    assert(object);
    return std::move(object).value();
}

bool has_data(const Object& secret, const std::string& key) {
    const json* data = secret.at("/data");
    return data != nullptr && !fields::text(*data, key.c_str()).empty();
}

Result<std::string> data_of(const Object& secret, const std::string& key) {
    const json* data = secret.at("/data");
    const auto encoded = data == nullptr ? "" : fields::text(*data, key.c_str());
    auto bytes = base64_decoded(encoded);
    if (bytes && !encoded.empty()) return std::move(*bytes);
    return Error{
        ErrorKind::Internal,
        format(
            "{} in namespace {} has no {} that can be read",
            secret.title(),
            secret.in_namespace(),
            key
        )};
}

std::string pointer_name(const std::string& release_uid) { return "slipway-" + release_uid; }

std::string content_prefix(const std::string& release_uid, std::string_view digest) {
    return format("slipway-{}-c-{}-", release_uid, short_digest(digest));
}

std::vector<std::string> pieces_of(std::string_view packed) {
    std::vector<std::string> pieces;
    do {
        pieces.emplace_back(packed.substr(0, parcel_bytes));
        packed.remove_prefix(pieces.back().size());
    } while (!packed.empty());
    return pieces;
}

std::vector<Parcel> ledger_parcels(
    const std::string& release_uid, const std::string& release, std::string_view packed
) {
    const Parcel blank{.type = ledger_type, .release_uid = release_uid, .release = release};
    // Both keys, always: what an earlier write set and this one leaves out might stay.
    Parcel pointer = blank;
    pointer.name = pointer_name(release_uid);
    pointer.data = {{content_key, ""}, {shards_key, ""}};
    auto pieces = pieces_of(packed);
    if (pieces.size() == 1) {
        pointer.data[content_key] = std::move(pieces.front());
        return {pointer};
    }
    std::vector<Parcel> parcels;
    std::vector<std::string> names;
    const auto hash = short_digest(digest_of(packed));
    for (auto& piece : pieces) {
        Parcel shard = blank;
        shard.name = format("slipway-{}-{}-{}", release_uid, hash, names.size());
        shard.data[content_key] = std::move(piece);
        names.push_back(shard.name);
        parcels.push_back(std::move(shard));
    }
    pointer.data[shards_key] = join(names, "\n");
    parcels.push_back(std::move(pointer));
    return parcels;
}

std::vector<Parcel> content_parcels(
    const std::string& release_uid, std::string_view digest, std::string_view packed
) {
    std::vector<Parcel> parcels;
    auto pieces = pieces_of(packed);
    const auto count = std::to_string(pieces.size());
    for (auto& piece : pieces) {
        Parcel part{.type = content_type, .release_uid = release_uid};
        part.name = content_prefix(release_uid, digest) + std::to_string(parcels.size());
        part.data = {{content_key, std::move(piece)}, {parts_key, count}};
        parcels.push_back(std::move(part));
    }
    return parcels;
}

}  // namespace slipway::cluster

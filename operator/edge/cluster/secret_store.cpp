#include "edge/cluster/secret_store.hpp"

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "edge/cluster/compression.hpp"

namespace slipway::cluster {
namespace {

using nlohmann::json;

Error damaged(const std::string& name, std::string_view what) {
    return {
        ErrorKind::Internal,
        format("what the operator remembers in Secret/{} is damaged: {}", name, what)};
}

Result<Ledger> read_ledger(const std::string& name, std::string_view packed) {
    const auto text = gunzipped(packed);
    if (!text) return damaged(name, text.error().message);
    const json document = json::parse(*text, nullptr, false);
    if (document.is_discarded()) return damaged(name, "it is no JSON");
    return ledger_from_json(document);
}

/// The names that a pointer names; none where it holds the ledger itself.
Result<std::vector<std::string>> shards_of(const Object& pointer) {
    std::vector<std::string> shards;
    if (!has_data(pointer, shards_key)) return shards;
    const std::string names = TRY(data_of(pointer, shards_key));
    for (const auto name : split(names, '\n'))
        shards.emplace_back(name);
    return shards;
}

std::vector<std::string> names_of(const std::vector<Parcel>& parcels) {
    std::vector<std::string> names;
    names.reserve(parcels.size());
    for (const Parcel& parcel : parcels)
        names.push_back(parcel.name);
    return names;
}

bool holds(const std::vector<std::string>& names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

SecretStore::SecretStore(ports::Cluster& cluster, std::string in_namespace)
    : shelf_(cluster, std::move(in_namespace)) {}

std::optional<SecretStore::Pointer> SecretStore::pointer(const std::string& release_uid) {
    const std::lock_guard lock(mutex_);
    const auto known = pointers_.find(release_uid);
    return known == pointers_.end() ? std::nullopt : std::optional(known->second);
}

void SecretStore::remember(
    const std::string& release_uid, const Object& secret, std::vector<std::string> shards
) {
    const std::lock_guard lock(mutex_);
    pointers_[release_uid] = {
        .version = {.uid = secret.uid(), .resource_version = secret.resource_version()},
        .shards = std::move(shards)};
}

void SecretStore::forget(const std::string& release_uid) {
    const std::lock_guard lock(mutex_);
    pointers_.erase(release_uid);
}

Result<std::optional<Ledger>> SecretStore::load(const std::string& release_uid) {
    const auto name = pointer_name(release_uid);
    const auto secret = shelf_.get(name);
    // One that is being deleted was erased: nobody else deletes it.
    const bool is_erased =
        secret ? secret->is_terminating() : secret.error().kind == ErrorKind::NotFound;
    if (is_erased) {
        forget(release_uid);
        return std::optional<Ledger>();
    }
    if (!secret) return secret.error();
    auto shards = TRY(shards_of(*secret));
    const std::string packed =
        shards.empty() ? TRY(data_of(*secret, content_key)) : TRY(shelf_.joined(shards));
    Ledger ledger = TRY(read_ledger(name, packed));
    remember(release_uid, *secret, std::move(shards));
    return std::optional(std::move(ledger));
}

Result<void> SecretStore::save(
    const std::string& release_uid, const std::string& release, const Ledger& ledger
) {
    auto parcels = ledger_parcels(release_uid, release, gzipped(to_json(ledger).dump()));
    const Parcel pointer_parcel = std::move(parcels.back());
    parcels.pop_back();
    TRY(shelf_.put(parcels));
    const auto before = pointer(release_uid);
    const Object written =
        TRY(shelf_.put_after(pointer_parcel, before ? std::optional(before->version) : std::nullopt)
        );
    const auto shards = names_of(parcels);
    remember(release_uid, written, shards);
    std::vector<std::string> old;
    for (const auto& shard : before.value_or(Pointer{}).shards) {
        if (!holds(shards, shard)) old.push_back(shard);
    }
    // The ledger is durable already; shards that stay behind go with the next keep_only.
    static_cast<void>(shelf_.remove(old));
    return {};
}

Result<void> SecretStore::save_content(
    const std::string& release_uid, const std::string& digest, const std::string& content
) {
    auto parcels = content_parcels(release_uid, digest, gzipped(content));
    const std::vector<Parcel> others(parcels.begin() + 1, parcels.end());
    TRY(shelf_.put(others));
    // The first part is written last: where it is, all are.
    parcels.resize(1);
    return shelf_.put(parcels);
}

Result<std::string> SecretStore::load_content(
    const std::string& release_uid, const std::string& digest
) {
    const auto prefix = content_prefix(release_uid, digest);
    const Object first = TRY(shelf_.get(prefix + "0"));
    const auto count = parse_integer(TRY(data_of(first, parts_key)));
    if (!count || *count < 1) return damaged(prefix + "0", "it does not say how long it is");
    std::string packed = TRY(data_of(first, content_key));
    for (std::int64_t part = 1; part < *count; ++part)
        packed += TRY(shelf_.joined({prefix + std::to_string(part)}));
    auto content = gunzipped(packed);
    if (!content) return damaged(prefix + "0", content.error().message);
    return content;
}

Result<void> SecretStore::keep_only(
    const std::string& release_uid, const std::vector<std::string>& digests
) {
    const auto current = pointer(release_uid);
    const auto is_wanted = [&](const Object& secret) {
        const std::string_view name = secret.name();
        if (name.starts_with(format("slipway-{}-c-", release_uid))) {
            return std::ranges::any_of(digests, [&](const std::string& digest) {
                return name.starts_with(content_prefix(release_uid, digest));
            });
        }
        // Shards of a ledger whose pointer we have not read are nobody's to judge.
        return !current || name == pointer_name(release_uid) || holds(current->shards, name);
    };
    std::vector<std::string> unwanted;
    for (const Object& secret : TRY(shelf_.all_of(release_uid))) {
        if (!is_wanted(secret) && !secret.is_terminating()) unwanted.emplace_back(secret.name());
    }
    return shelf_.remove(unwanted);
}

Result<void> SecretStore::erase(const std::string& release_uid) {
    // The pointer first: without it the rest is litter, while a pointer to nothing is damage.
    TRY(shelf_.remove({pointer_name(release_uid)}));
    forget(release_uid);
    std::vector<std::string> rest;
    for (const Object& secret : TRY(shelf_.all_of(release_uid)))
        rest.emplace_back(secret.name());
    return shelf_.remove(rest);
}

}  // namespace slipway::cluster

#include "edge/cluster/secret_shelf.hpp"

#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::cluster {
namespace {

using ports::Identity;
using ports::Write;

constexpr auto manager = "slipway-store";

/// The stored object of a write that went well.
Result<Object> stored(const Result<ports::Written>& result) {
    if (!result) return result.error();
    if (!result->object) return Error{ErrorKind::Internal, "a written Secret was not answered"};
    if (result->object->is_terminating()) return still_going(*result->object);
    return *result->object;
}

Object fenced(const Object& secret, const SecretVersion& version) {
    auto document = secret.document();
    document["metadata"]["uid"] = version.uid;
    document["metadata"]["resourceVersion"] = version.resource_version;
    return Object::from_json(std::move(document)).value();
}

}  // namespace

Error still_going(const Object& secret) {
    return {
        ErrorKind::Unavailable,
        format(
            "{} in namespace {} is still being deleted; trying again",
            secret.title(),
            secret.in_namespace()
        )};
}

ObjectId SecretShelf::id_of(const std::string& name) const {
    return {.kind = secret_kind().kind, .in_namespace = in_namespace_, .name = name};
}

Result<Object> SecretShelf::get(const std::string& name) {
    return cluster_.get(Identity::itself(), secret_kind(), id_of(name));
}

Result<std::string> SecretShelf::joined(const std::vector<std::string>& names) {
    std::string all;
    for (const auto& name : names) {
        const auto secret = get(name);
        if (!secret && secret.error().kind == ErrorKind::NotFound) {
            return Error{
                ErrorKind::Internal,
                format(
                    "Secret/{} in namespace {}, a part of what the operator remembers, is missing",
                    name,
                    in_namespace_
                )};
        }
        if (!secret) return secret.error();
        all += TRY(data_of(*secret, content_key));
    }
    return all;
}

Result<std::vector<Object>> SecretShelf::all_of(const std::string& release_uid) {
    return cluster_.list(
        Identity::itself(),
        secret_kind(),
        {.in_namespace = in_namespace_,
         .labels = store_selector(release_uid),
         .metadata_only = true}
    );
}

Result<void> SecretShelf::put(const std::vector<Parcel>& parcels) {
    std::vector<Write> writes;
    writes.reserve(parcels.size());
    for (const Parcel& parcel : parcels) {
        writes.emplace_back(ports::Apply{
            .kind = secret_kind(),
            .object = secret_of(parcel, in_namespace_),
            .field_manager = manager});
    }
    for (const auto& result : cluster_.write(Identity::itself(), writes))
        TRY(stored(result));
    return {};
}

Result<Object> SecretShelf::put_after(
    const Parcel& parcel, const std::optional<SecretVersion>& before
) {
    const Object secret = secret_of(parcel, in_namespace_);
    Write write = ports::Create{.kind = secret_kind(), .object = secret, .field_manager = manager};
    if (before) {
        write = ports::Apply{
            .kind = secret_kind(), .object = fenced(secret, *before), .field_manager = manager};
    }
    auto results = cluster_.write(Identity::itself(), {&write, 1});
    auto result = stored(results.front());
    if (result || result.error().kind != ErrorKind::AlreadyExists) return result;
    return Error{
        ErrorKind::Conflict,
        format("{} in namespace {} was written by somebody else", secret.title(), in_namespace_)};
}

Result<void> SecretShelf::remove(const std::vector<std::string>& names) {
    std::vector<Write> writes;
    writes.reserve(names.size());
    for (const auto& name : names) {
        // Nothing belongs to it: it need not stay until the garbage collector has looked.
        writes.emplace_back(ports::Delete{
            .kind = secret_kind(), .id = id_of(name), .propagation = Propagation::Background});
    }
    for (const auto& result : cluster_.write(Identity::itself(), writes)) {
        if (!result) return result.error();
    }
    return {};
}

}  // namespace slipway::cluster

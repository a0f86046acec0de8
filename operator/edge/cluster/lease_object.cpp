#include "edge/cluster/lease_object.hpp"

#include <cassert>

#include <nlohmann/json.hpp>

namespace slipway::cluster {
namespace {

using nlohmann::json;

Object object_of(json document) {
    auto object = Object::from_json(std::move(document));
    assert(object);
    return std::move(object).value();
}

/// The API wants at least one second.
std::int64_t whole_seconds(Duration duration) {
    return std::max<std::int64_t>(1, std::chrono::floor<std::chrono::seconds>(duration).count());
}

void write_claim(json& spec, const Claim& claim) {
    spec["holderIdentity"] = claim.identity;
    spec["leaseDurationSeconds"] = whole_seconds(claim.duration);
    spec["renewTime"] = to_micro_text(claim.now);
}

}  // namespace

const Kind& lease_kind() {
    static const Kind kind{
        .group = "coordination.k8s.io", .version = "v1", .kind = "Lease", .plural = "leases"};
    return kind;
}

std::string holder_of(const Object& lease) { return lease.text("/spec/holderIdentity"); }

Duration duration_of(const Object& lease, Duration fallback) {
    const auto seconds = lease.integer("/spec/leaseDurationSeconds", 0);
    return seconds > 0 ? std::chrono::seconds(seconds) : fallback;
}

Object new_lease(const std::string& in_namespace, const std::string& name, const Claim& claim) {
    json spec{{"acquireTime", to_micro_text(claim.now)}, {"leaseTransitions", 0}};
    write_claim(spec, claim);
    return object_of(
        {{"apiVersion", lease_kind().api_version()},
         {"kind", lease_kind().kind},
         {"metadata", {{"namespace", in_namespace}, {"name", name}}},
         {"spec", std::move(spec)}}
    );
}

Object claimed(const Object& before, const Claim& claim) {
    json document = before.document();
    json& spec = document["spec"];
    if (!spec.is_object()) spec = json::object();
    if (holder_of(before) != claim.identity && !claim.identity.empty()) {
        spec["acquireTime"] = to_micro_text(claim.now);
        spec["leaseTransitions"] = before.integer("/spec/leaseTransitions", 0) + 1;
    }
    write_claim(spec, claim);
    return object_of(std::move(document));
}

}  // namespace slipway::cluster

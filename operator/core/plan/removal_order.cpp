#include "core/plan/removal_order.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <tuple>

#include "core/model/built_in_objects.hpp"
#include "core/plan/item.hpp"
#include "core/plan/sequence.hpp"

namespace slipway::plan {
namespace {

bool is_known(const ObjectId& id) { return install_rank(id.kind) < install_rank(""); }

bool goes_before(const Doomed& left, const Doomed& right) {
    const auto key = [](const Doomed& one) {
        return std::tuple(
            one.turn,
            one.place,
            -static_cast<std::int64_t>(one.entry->group),
            is_known(one.id()),
            -static_cast<std::int64_t>(one.entry->order),
            -install_rank(one.id().kind)
        );
    };
    const auto left_key = key(left);
    const auto right_key = key(right);
    return left_key == right_key ? left.id() < right.id() : left_key < right_key;
}

std::map<ObjectId, std::size_t> places_of(const std::vector<Doomed>& all) {
    std::map<ObjectId, std::size_t> places;
    for (std::size_t at = 0; at < all.size(); ++at)
        places.emplace(all[at].id(), at);
    return places;
}

/// By place: what the author of each wants to be gone before it.
Dependencies wished_in(const std::vector<Doomed>& all) {
    const auto places = places_of(all);
    Dependencies wished(all.size());
    for (std::size_t at = 0; at < all.size(); ++at) {
        for (const ObjectId& id : all[at].entry->delete_after) {
            const auto found = places.find(id);
            if (found != places.end()) wished[at].push_back(found->second);
        }
    }
    return wished;
}

/// A workload may run the controller of custom resources that wait for others.
Dependencies with_controllers(Dependencies wished, const std::vector<Doomed>& all) {
    std::vector<std::size_t> late;
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (!wished[at].empty() && is_custom_resource(all[at].id())) late.push_back(at);
    }
    for (std::size_t at = 0; at < all.size(); ++at) {
        if (is_workload(all[at].id()))
            wished[at].insert(wished[at].end(), late.begin(), late.end());
    }
    return wished;
}

/// What its author wants deleted after others comes after all in order, and among itself in turn.
void put_after_others(std::vector<Doomed>& all) {
    const auto asks = [](const Doomed& one) { return !one.entry->delete_after.empty(); };
    if (std::ranges::none_of(all, asks)) return;
    Dependencies dependencies = with_controllers(wished_in(all), all);
    auto found = sequence_of(dependencies);
    if (std::holds_alternative<Cycle>(found)) {
        // A custom resource that its author wants after a workload.
        dependencies = wished_in(all);
        found = sequence_of(dependencies);
    }
    const auto* sequence = std::get_if<Sequence>(&found);
    if (sequence == nullptr) return;
    for (std::size_t turn = 0; turn < sequence->size(); ++turn) {
        Doomed& one = all[(*sequence)[turn]];
        if (dependencies[(*sequence)[turn]].empty() || one.turn != Turn::InOrder) continue;
        one.turn = Turn::AfterOthers;
        one.place = turn;
    }
    std::sort(all.begin(), all.end(), goes_before);
}

}  // namespace

std::string defined_group(const ObjectId& id) {
    // Both are named "<something>.<group>".
    const bool defines =
        is_definition(id) || (id.group == "apiregistration.k8s.io" && id.kind == "APIService");
    const std::string& name = id.name;
    const auto dot = name.find('.');
    return defines && dot != std::string::npos ? name.substr(dot + 1) : std::string();
}

bool defines(const ObjectId& definition, const ObjectId& object, const KindCatalog& kinds) {
    if (object.group.empty() || defined_group(definition) != object.group) return false;
    if (!is_definition(definition)) return true;
    const Kind* kind = kinds.find(object.group_kind());
    const bool known = kind != nullptr && !kind->plural.empty();
    return !known || definition.name == kind->plural + "." + kind->group;
}

bool is_custom_resource(const ObjectId& id) {
    return KindCatalog::built_in().find(id.group_kind()) == nullptr;
}

bool is_workload(const ObjectId& id) {
    return id.group == "apps" &&
           (id.kind == "Deployment" || id.kind == "StatefulSet" || id.kind == "DaemonSet");
}

std::vector<Doomed> in_order(std::vector<Doomed> all, const KindCatalog& kinds) {
    for (Doomed& one : all) {
        if (is_namespace(one.id())) one.turn = Turn::Last;
    }
    std::sort(all.begin(), all.end(), goes_before);
    put_after_others(all);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (defined_group(all[i].id()).empty()) continue;
        const bool too_early = std::any_of(
            all.begin() + static_cast<std::ptrdiff_t>(i),
            all.end(),
            [&](const Doomed& later) { return defines(all[i].id(), later.id(), kinds); }
        );
        if (too_early) all[i].turn = Turn::AfterItsObjects;
    }
    std::sort(all.begin(), all.end(), goes_before);
    return all;
}

}  // namespace slipway::plan

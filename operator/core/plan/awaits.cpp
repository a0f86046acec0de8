#include "core/plan/awaits.hpp"

#include <map>
#include <utility>

#include "core/base/text.hpp"

namespace slipway::plan {
namespace {

Unit await(const Item& item, const dialect::ExternalDependency& dependency, const Frame& frame) {
    const Kind* kind = frame.kinds.find_resource(dependency.resource);
    return {
        .action = Action::Await,
        .id = id_of(dependency, frame),
        .version = kind == nullptr ? "" : kind->version,
        .source = item.sourced->place,
        .why = format("external dependency of {}: {}", item.title(), dependency.by),
        .wait = {.ready = dependency.until_ready, .exists = !dependency.until_ready},
        .resource = kind == nullptr ? dependency.resource : "",
    };
}

/// What several dependencies may ask for alike.
using Awaited = std::pair<ObjectId, bool>;

}  // namespace

ObjectId id_of(const dialect::ExternalDependency& dependency, const Frame& frame) {
    const Kind* kind = frame.kinds.find_resource(dependency.resource);
    const std::string& where =
        dependency.in_namespace.empty() ? frame.target_namespace : dependency.in_namespace;
    return {
        .group = kind == nullptr ? "" : kind->group,
        .kind = kind == nullptr ? dependency.resource : kind->kind,
        .in_namespace = kind == nullptr || kind->namespaced ? where : "",
        .name = dependency.object,
    };
}

std::vector<Unit> awaits_of(const std::vector<const Item*>& items, const Frame& frame) {
    std::vector<Unit> awaits;
    std::map<Awaited, std::size_t> places;
    for (const Item* item : items) {
        for (const auto& dependency : item->hints().external_dependencies) {
            Unit unit = await(*item, dependency, frame);
            const auto [known, is_new] =
                places.emplace(Awaited(unit.id, unit.wait.ready), awaits.size());
            if (is_new) {
                awaits.push_back(std::move(unit));
            } else {
                Interned& why = awaits[known->second].why;
                why = why + "; " + unit.why;
            }
        }
    }
    return awaits;
}

}  // namespace slipway::plan

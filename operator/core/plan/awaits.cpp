#include "core/plan/awaits.hpp"

#include <algorithm>

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

bool is_same(const Unit& left, const Unit& right) {
    return left.id == right.id && left.wait.ready == right.wait.ready;
}

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
    for (const Item* item : items) {
        for (const auto& dependency : item->hints.external_dependencies) {
            Unit unit = await(*item, dependency, frame);
            const auto known = std::find_if(awaits.begin(), awaits.end(), [&](const Unit& other) {
                return is_same(unit, other);
            });
            if (known == awaits.end()) {
                awaits.push_back(std::move(unit));
            } else {
                known->why += "; " + unit.why;
            }
        }
    }
    return awaits;
}

}  // namespace slipway::plan

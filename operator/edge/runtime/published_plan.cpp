#include "edge/runtime/published_plan.hpp"

#include <algorithm>

namespace slipway::runtime {
namespace {

std::vector<std::string> texts_of(const std::vector<condition::Requirement>& requirements) {
    std::vector<std::string> texts;
    texts.reserve(requirements.size());
    for (const condition::Requirement& requirement : requirements)
        texts.push_back(requirement.text);
    return texts;
}

}  // namespace

void publish_plan(Session& session) {
    std::vector<ObjectId> planned;
    std::map<ObjectId, std::vector<condition::Requirement>> requirements;
    for (const plan::Stage& stage : session.plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            planned.push_back(unit.id);
            if (unit.wait.requirements.empty()) continue;
            auto& wanted = requirements[unit.id];
            wanted.insert(
                wanted.end(), unit.wait.requirements.begin(), unit.wait.requirements.end()
            );
        }
    }
    std::ranges::sort(planned);
    planned.shrink_to_fit();
    const std::lock_guard lock(session.mutex);
    // What was reduced with other requirements says nothing about these.
    for (const auto& [id, wanted] : requirements) {
        const auto before = session.requirements.find(id);
        const bool same =
            before != session.requirements.end() && texts_of(before->second) == texts_of(wanted);
        if (!same) session.sightings.forget(id);
    }
    session.planned = std::move(planned);
    session.requirements = std::move(requirements);
}

}  // namespace slipway::runtime

#include "edge/runtime/published_plan.hpp"

#include <algorithm>

namespace slipway::runtime {
namespace {

using condition::Requirement;

void append(std::vector<Requirement>& all, const std::vector<Requirement>& more) {
    all.insert(all.end(), more.begin(), more.end());
}

bool same(const std::vector<Requirement>& left, const std::vector<Requirement>& right) {
    return std::ranges::equal(left, right, {}, &Requirement::text, &Requirement::text);
}

bool same(const machine::Expected& left, const machine::Expected& right) {
    return same(left.wait_for, right.wait_for) && same(left.fail_when, right.fail_when) &&
           left.failures_allowed == right.failures_allowed;
}

void add(std::map<ObjectId, machine::Expected>& all, const plan::Unit& unit) {
    const bool may_fail =
        unit.special && (!unit.special->fail_when.empty() || unit.special->failures_allowed);
    if (unit.wait.requirements.empty() && !may_fail) return;
    machine::Expected& expected = all[unit.id];
    append(expected.wait_for, unit.wait.requirements);
    if (!may_fail) return;
    append(expected.fail_when, unit.special->fail_when);
    if (unit.special->failures_allowed) expected.failures_allowed = unit.special->failures_allowed;
}

}  // namespace

void publish_plan(Session& session) {
    std::vector<ObjectId> planned;
    std::map<ObjectId, machine::Expected> expected;
    for (const plan::Stage& stage : session.plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            planned.push_back(unit.id);
            add(expected, unit);
        }
    }
    std::ranges::sort(planned);
    planned.shrink_to_fit();
    const std::lock_guard lock(session.mutex);
    // What was reduced with other expectations says nothing about these.
    for (const auto& [id, now] : expected) {
        const auto before = session.expected.find(id);
        if (before == session.expected.end() || !same(before->second, now))
            session.sightings.forget(id);
    }
    session.planned = std::move(planned);
    session.expected = std::move(expected);
}

}  // namespace slipway::runtime

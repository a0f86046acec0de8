#include "core/plan/groups.hpp"

#include <algorithm>
#include <map>
#include <tuple>

#include "core/base/text.hpp"
#include "core/plan/awaits.hpp"
#include "core/plan/special.hpp"

namespace slipway::plan {
namespace {

using dialect::WaitHint;

/// Where a kind comes in its group: Helm's order; behind what it needs where that comes later;
/// unknown kinds last, by name. What is bound to others of its group comes after all that is not,
/// and is ordered by its edges alone: a wait of its own would else hold up what comes after it.
struct KindPlace {
    bool bound = false;
    int rank = 0;
    bool behind = false;
    std::string unknown_kind{};

    auto operator<=>(const KindPlace&) const = default;
};

KindPlace own_place(const Item& item) {
    const int rank = install_rank(item.id().kind);
    const bool unknown = rank == install_rank("");
    return {.rank = rank, .unknown_kind = unknown ? item.id().kind : ""};
}

KindPlace place_of(const Placed& one, const std::vector<Placed>& all) {
    if (one.bound) return {.bound = true};
    KindPlace place = own_place(*one.item);
    for (const std::size_t need : one.needs) {
        const KindPlace needed = own_place(*all[need].item);
        if (needed >= place) place = {.rank = needed.rank, .behind = true};
    }
    return place;
}

bool is_barrier(const dialect::Hints& hints) {
    return hints.wait_for || (hints.wait && hints.wait->value == WaitHint::Barrier);
}

WaitFor wait_of(const Placed& one, WaitMode mode) {
    const dialect::Hints& hints = one.item->hints();
    WaitFor wait{.ready = mode == WaitMode::All};
    if (hints.wait) {
        const WaitHint hint = hints.wait->value;
        wait.ready = hint == WaitHint::Ready || hint == WaitHint::Barrier;
        wait.exists = hint == WaitHint::Exists;
    }
    wait.ready = wait.ready || one.needed;
    if (hints.wait_for) wait.requirements = hints.wait_for->value;
    return wait;
}

struct Member {
    std::size_t index;  ///< In the placed objects.
    KindPlace place;
};

std::vector<Member> in_order(
    const std::vector<std::size_t>& members, const std::vector<Placed>& all
) {
    std::vector<Member> sorted;
    sorted.reserve(members.size());
    for (const std::size_t index : members)
        sorted.push_back({index, place_of(all[index], all)});
    std::stable_sort(sorted.begin(), sorted.end(), [&](const Member& left, const Member& right) {
        const bool both_bound = left.place.bound && right.place.bound;
        return both_bound ? all[left.index].turn < all[right.index].turn : left.place < right.place;
    });
    return sorted;
}

/// Builds one stage unit by unit, in order.
class GroupStage {
public:
    GroupStage(const std::vector<Placed>& all, const Frame& frame) : all_(all), frame_(frame) {}

    Stage build(std::string name, const std::vector<std::size_t>& members) {
        stage_ = {.name = std::move(name), .kind = StageKind::Group};
        const auto sorted = in_order(members, all_);
        add_awaits(members);
        for (const Member& member : sorted)
            add(member);
        return std::move(stage_);
    }

private:
    void add_awaits(const std::vector<std::size_t>& members) {
        std::vector<const Item*> items;
        items.reserve(members.size());
        for (const std::size_t index : members)
            items.push_back(all_[index].item);
        stage_.units = awaits_of(items, frame_);
        awaits_ = stage_.units.size();
        stage_.units.reserve(awaits_ + members.size());
        rank_ = awaits_ == 0 ? -1 : 0;
    }

    void add(const Member& member) {
        const Placed& one = all_[member.index];
        if (new_rank_ || member.place != last_place_) ++rank_;
        last_place_ = member.place;
        Unit unit = unit_of(*one.item, Action::Apply);
        unit.rank = rank_;
        unit.group = one.group;
        unit.why = one.why + ", " + turn_text(member);
        unit.wait = wait_of(one, frame_.settings.wait);
        unit.special = with_delete_after(unit.special, one.delete_after);
        add_edges(unit, one);
        if (one.awaited) units_.emplace(member.index, stage_.units.size());
        new_rank_ = is_barrier(one.item->hints());
        if (new_rank_) barrier_ = stage_.units.size();
        stage_.units.push_back(std::move(unit));
    }

    std::string turn_text(const Member& member) const {
        const Placed& one = all_[member.index];
        std::vector<std::string> said;
        for (const Bond& bond : one.after) {
            const bool is_new = std::ranges::find(said, bond.said->by) == said.end();
            if (is_new && share_a_stage(one, all_[bond.target])) said.push_back(bond.said->by);
        }
        if (!said.empty()) return join(said, ", ");
        return member.place.behind || member.place.bound ? "after what it needs" : "kind order";
    }

    void add_edges(Unit& unit, const Placed& one) const {
        for (std::size_t await = 0; await < awaits_; ++await)
            unit.after.push_back({await, Until::Ready});
        if (barrier_) add_edge(unit, {*barrier_, Until::Ready});
        for (const std::size_t need : one.needs) {
            const auto found = units_.find(need);
            if (found != units_.end()) add_edge(unit, {found->second, Until::Ready});
        }
        for (const Bond& bond : one.after) {
            const auto found = units_.find(bond.target);
            if (found != units_.end()) add_edge(unit, {found->second, bond.until});
        }
    }

    const std::vector<Placed>& all_;
    const Frame& frame_;
    Stage stage_{};
    std::size_t awaits_ = 0;
    int rank_ = -1;
    bool new_rank_ = true;
    KindPlace last_place_{};
    std::optional<std::size_t> barrier_{};
    /// Of those that others wait for: from places in all_ to units of the stage.
    std::map<std::size_t, std::size_t> units_{};
};

}  // namespace

std::vector<Stage> group_stages(const std::vector<Placed>& placed, const Frame& frame) {
    std::map<int, std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (!placed[i].before_hooks) groups[placed[i].group].push_back(i);
    }
    std::vector<Stage> stages;
    stages.reserve(groups.size());
    for (const auto& [number, members] : groups)
        stages.push_back(GroupStage(placed, frame).build(format("group {}", number), members));
    return stages;
}

std::optional<Stage> stage_before_hooks(const std::vector<Placed>& placed, const Frame& frame) {
    std::vector<std::size_t> members;
    for (std::size_t i = 0; i < placed.size(); ++i) {
        if (placed[i].before_hooks) members.push_back(i);
    }
    if (members.empty()) return std::nullopt;
    return GroupStage(placed, frame).build("before hooks", members);
}

}  // namespace slipway::plan

#include "core/plan/sequence.hpp"

#include <algorithm>

namespace slipway::plan {
namespace {

/// Depth first, with a way of its own instead of the stack: chains may be as long as releases.
class Walk {
public:
    explicit Walk(const Dependencies& dependencies)
        : dependencies_(dependencies), seen_(dependencies.size(), Seen::Never) {
        sequence_.reserve(dependencies.size());
    }

    std::variant<Sequence, Cycle> run() {
        for (std::size_t place = 0; place < dependencies_.size(); ++place) {
            if (seen_[place] == Seen::Never) enter(place);
            while (!way_.empty()) {
                if (const auto again = go_on()) return cycle(*again);
            }
        }
        return std::move(sequence_);
    }

private:
    enum class Seen { Never, OnTheWay, Done };
    struct Step {
        std::size_t place;
        std::size_t next = 0;  ///< Of its dependencies.
    };

    void enter(std::size_t place) {
        seen_[place] = Seen::OnTheWay;
        way_.push_back({place});
    }

    /// The place that was met again, if any.
    const std::size_t* go_on() {
        Step& step = way_.back();
        const auto& below = dependencies_[step.place];
        if (step.next == below.size()) {
            seen_[step.place] = Seen::Done;
            sequence_.push_back(step.place);
            way_.pop_back();
            return nullptr;
        }
        const std::size_t& target = below[step.next++];
        if (seen_[target] == Seen::OnTheWay) return &target;
        if (seen_[target] == Seen::Never) enter(target);
        return nullptr;
    }

    Cycle cycle(std::size_t again) const {
        Cycle found;
        auto step = std::ranges::find(way_, again, &Step::place);
        for (; step != way_.end(); ++step)
            found.places.push_back(step->place);
        found.places.push_back(again);
        return found;
    }

    const Dependencies& dependencies_;
    std::vector<Seen> seen_;
    std::vector<Step> way_{};
    Sequence sequence_{};
};

}  // namespace

std::variant<Sequence, Cycle> sequence_of(const Dependencies& dependencies) {
    return Walk(dependencies).run();
}

}  // namespace slipway::plan

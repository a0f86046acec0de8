/// A decision in the making: the ledger is copied only when something in it changes.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "core/machine/decision.hpp"
#include "core/machine/world.hpp"

namespace slipway::machine {

class Draft {
public:
    explicit Draft(const World& world) : world_(world) {}

    const World& world() const { return world_; }
    const Ledger& ledger() const { return decision_.ledger ? *decision_.ledger : world_.ledger; }
    /// From here on the decision carries a ledger that must be durable before its effects.
    Ledger& edit() {
        decision_.ledger_may_lag = false;
        if (!decision_.ledger) decision_.ledger = world_.ledger;
        return *decision_.ledger;
    }

    void add(Effect effect) { decision_.effects.push_back(std::move(effect)); }
    /// In time, where the last request about it was refused.
    void look(const ObjectId& id) {
        if (!backs_off(id) && looked_at_.insert(id).second) looks_.objects.push_back(id);
    }
    /// True where the last request about the object was refused so lately that none is sent yet;
    /// the draft then looks again in time. Backoff: 100 ms doubling to 10 s, never before the
    /// server's Retry-After; to 2 s where a webhook is down, so that its return is noticed (nelm
    /// asks every 2 s), unless that were more than a hundred requests a second.
    bool backs_off(const ObjectId& id);
    bool backs_off(const Refusal& refusal);
    /// Something must be found out before anything can be said of it.
    bool looks_first() const { return !looks_.objects.empty(); }
    void note(Note note) { decision_.notes.push_back(std::move(note)); }
    void look_again_at(Time when) {
        decision_.look_again = decision_.look_again ? std::min(*decision_.look_again, when) : when;
    }
    void again() { decision_.again = true; }
    void waits_for(std::string what) { waiting_for_.push_back(std::move(what)); }
    /// So many units of this stage have settled.
    void has_settled(std::size_t stage, std::size_t units) { settled_ = {stage, units}; }

    Decision& decision() { return decision_; }
    /// At most 20: what has been waited for longest first, as far as the status tells; then in the
    /// plan's order.
    std::vector<std::string> waiting_for() const;
    /// Nothing where this stage was not walked.
    std::optional<std::size_t> settled_units(std::size_t stage) const {
        if (!settled_ || settled_->first != stage) return std::nullopt;
        return settled_->second;
    }

    /// The decision, its looks first.
    Decision finish() && {
        if (!looks_.objects.empty()) {
            decision_.effects.insert(decision_.effects.begin(), Effect{std::move(looks_)});
        }
        return std::move(decision_);
    }

private:
    Duration longest_pause(const Refusal& refusal);

    const World& world_;
    Decision decision_{};
    Look looks_{};
    std::set<ObjectId> looked_at_{};
    std::vector<std::string> waiting_for_{};
    std::optional<std::pair<std::size_t, std::size_t>> settled_{};
    std::optional<std::ptrdiff_t> waiting_for_webhooks_{};  ///< So many objects; once counted.
};

}  // namespace slipway::machine

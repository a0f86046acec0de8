#include "edge/runtime/session.hpp"

#include "core/base/text.hpp"

namespace slipway::runtime {
namespace {

/// Kubernetes promises that resourceVersions of one kind compare as integers (KEP-5504); where one
/// does not read as an integer, the newcomer counts.
bool is_older(const std::string& newcomer, const std::string& known) {
    const auto left = parse_integer(newcomer);
    const auto right = parse_integer(known);
    return left && right && *left < *right;
}

}  // namespace

bool Sightings::see(const ObjectId& id, const machine::Observation& seen, Time now) {
    const auto known = seen_.find(id);
    if (known != seen_.end() && known->second.uid == seen.uid) {
        if (is_older(seen.resource_version, known->second.resource_version)) return false;
        const bool same = seen.resource_version == known->second.resource_version &&
                          known->second.presence == seen.presence &&
                          known->second.verdict.state == seen.verdict.state &&
                          known->second.verdict.why == seen.verdict.why;
        if (!same) last_activity_ = now;
        if (is_older(known->second.resource_version, seen.resource_version))
            last_changes_[id.group_kind()] = {seen.resource_version, now};
        const Time changed_at = same ? known->second.changed_at : now;
        known->second = seen;
        known->second.changed_at = changed_at;
        return !same;
    }
    machine::Observation fresh = seen;
    fresh.changed_at = now;
    seen_.insert_or_assign(id, std::move(fresh));
    last_activity_ = now;
    return true;
}

bool Sightings::see_answer(
    const ObjectId& id, const machine::Observation& seen, Time now, std::uint64_t since
) {
    const auto left = left_at_.find(id);
    if (left == left_at_.end() || left->second <= since) return see(id, seen, now);
    seen_.erase(id);
    return true;
}

bool Sightings::lost(const ObjectId& id, const std::string& uid, Time now) {
    left_at_[id] = ++turn_;
    const auto known = seen_.find(id);
    if (known == seen_.end() || known->second.uid != uid) return false;
    known->second.presence = machine::Presence::Unknown;
    last_activity_ = now;
    return true;
}

bool Sightings::lost_before(const Listed& listed, const std::string& release_uid, Time now) {
    std::vector<std::pair<ObjectId, std::string>> missing;
    for (const auto& [id, seen] : seen_) {
        const bool is_of_list =
            id.group_kind() == listed.kind &&
            (listed.in_namespace.empty() || listed.in_namespace == id.in_namespace) &&
            is_older(seen.resource_version, listed.resource_version);
        if (is_of_list && follows(id, release_uid) && !listed.uids.contains(seen.uid))
            missing.emplace_back(id, seen.uid);
    }
    for (const auto& [id, uid] : missing)
        lost(id, uid, now);
    return !missing.empty();
}

void Sightings::gone(const ObjectId& id, Time now) {
    const auto known = seen_.find(id);
    if (known == seen_.end() || !known->second.is_absent()) last_activity_ = now;
    seen_.insert_or_assign(id, machine::absent());
}

void Sightings::doubt() {
    ++turn_;
    for (const auto& [id, seen] : seen_)
        left_at_[id] = turn_;
    seen_.clear();
    last_changes_.clear();
}

std::string Sightings::last_change_of(const GroupKind& kind, Time since) const {
    const auto last = last_changes_.find(kind);
    return last == last_changes_.end() || last->second.at < since ? ""
                                                                  : last->second.resource_version;
}

bool Sightings::follows(const ObjectId& id, const std::string& release_uid) const {
    const auto* seen = machine::known(seen_, id);
    return seen != nullptr && seen->is_present() && seen->release_uid == release_uid;
}

bool Sightings::shows(const ObjectId& id, const std::string& uid) const {
    const auto* seen = machine::known(seen_, id);
    return seen != nullptr && seen->is_present() && seen->uid == uid;
}

bool Sightings::shows_newer(
    const ObjectId& id, const std::string& uid, const std::string& resource_version
) const {
    return shows(id, uid) && is_older(resource_version, seen_.at(id).resource_version);
}

void Sightings::forget_unfollowed(const std::string& release_uid) {
    std::erase_if(seen_, [&](const auto& seen) { return !follows(seen.first, release_uid); });
}

bool Sightings::agrees(
    const ObjectId& id, const std::string& uid, const std::string& resource_version
) const {
    const auto known = seen_.find(id);
    if (known == seen_.end() || known->second.presence == machine::Presence::Unknown) return true;
    if (known->second.is_absent() || uid.empty()) return known->second.is_absent() == uid.empty();
    return known->second.uid == uid && !is_older(known->second.resource_version, resource_version);
}

std::optional<std::string> news_of(
    const Sightings& known, const ObjectId& id, const machine::Observation& seen
) {
    const auto* before = machine::known(known.all(), id);
    if (before != nullptr && before->uid == seen.uid &&
        before->verdict.state == seen.verdict.state && before->verdict.why == seen.verdict.why)
        return std::nullopt;
    if (seen.verdict.state == readiness::State::Ready) return id.title() + " is ready";
    return id.title() + ": " + seen.verdict.why;
}

void forget_the_past(Session& session) {
    session.refusals.clear();
    session.survey.reset();
    session.adoption_answers.clear();
    const std::lock_guard lock(session.mutex);
    session.sightings.forget_unfollowed(session.uid);
}

}  // namespace slipway::runtime

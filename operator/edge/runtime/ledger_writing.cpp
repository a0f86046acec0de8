#include "edge/runtime/ledger_writing.hpp"

#include <algorithm>
#include <future>
#include <set>
#include <string>

#include "edge/runtime/session.hpp"

namespace slipway::runtime {
namespace {

std::set<std::string> digests_of(const Ledger& ledger) {
    std::set<std::string> digests;
    for (const Revision& revision : ledger.revisions)
        digests.insert(revision.digest);
    return digests;
}

/// No content becomes nobody's with it.
bool names_all_of(const Ledger& after, const Ledger& before) {
    return std::ranges::includes(digests_of(after), digests_of(before));
}

/// Where the write of the ledger is lost, this is decided upon again, and does no harm twice.
bool may_overtake_ledger(const machine::Decision& decision) {
    const auto is_repeatable = [](const machine::Effect& effect) {
        return std::holds_alternative<machine::TakeSurvey>(effect) ||
               std::holds_alternative<machine::Look>(effect) ||
               std::holds_alternative<machine::ApplyUnit>(effect);
    };
    return !decision.farewell && std::ranges::all_of(decision.effects, is_repeatable);
}

Result<void> save_content(Hands& hands, Session& session) {
    const std::string content = plan::serialise(*session.desired_content);
    session.content_bytes = content.size();
    return hands.store.save_content(session.uid, session.desired.digest, content);
}

int newest_number(const Ledger& ledger) {
    return ledger.newest() == nullptr ? 0 : ledger.newest()->number;
}

bool begins_anew(const Ledger& before, const Ledger& after) {
    return before.attempt != after.attempt || before.deleting != after.deleting ||
           before.suspended != after.suspended || newest_number(before) != newest_number(after);
}

void take_ledger(Session& session, const Ledger& ledger) {
    if (begins_anew(*session.ledger, ledger)) forget_the_past(session);
    if (!ledger.settled.empty()) session.survey.reset();
    session.ledger = ledger;
}

/// Contents of revisions that the ledger has forgotten go last: were they gone first, a crash would
/// leave a ledger that names what nobody has.
Result<void> save_ledger(Hands& hands, Session& session, const Ledger& ledger) {
    TRY(hands.store.save(session.uid, session.key, ledger));
    const bool forgets_none = names_all_of(ledger, *session.ledger);
    take_ledger(session, ledger);
    if (forgets_none) return {};
    const auto kept = digests_of(ledger);
    return hands.store.keep_only(session.uid, {kept.begin(), kept.end()});
}

Result<void> write_ledger(Hands& hands, Session& session, const machine::Decision& decision) {
    if (!decision.ledger) return {};
    const bool may_lag = decision.ledger_may_lag && may_overtake_ledger(decision) &&
                         names_all_of(*decision.ledger, *session.ledger);
    if (!may_lag) return save_ledger(hands, session, *decision.ledger);
    take_ledger(session, *decision.ledger);
    session.owes_ledger = true;
    return {};
}

}  // namespace

void begin_to_save_ledger(Hands& hands, Session& session) {
    if (!std::exchange(session.owes_ledger, false)) return;
    session.lagging = std::async(
        hands.beside,
        [&store = hands.store, uid = session.uid, key = session.key, ledger = *session.ledger] {
            return store.save(uid, key, ledger);
        }
    );
}

Result<void> await_ledger(Hands& hands, Session& session) {
    begin_to_save_ledger(hands, session);
    return session.lagging.valid() ? session.lagging.get() : Result<void>{};
}

Result<void> make_durable(
    Hands& hands, Session& session, const Object& live, const machine::Decision& decision
) {
    // The next one says all that it would.
    if (decision.ledger) session.owes_ledger = false;
    if (decision.ledger || !may_overtake_ledger(decision)) TRY(await_ledger(hands, session));
    if (decision.set_finalizer) TRY(hands.cluster.set_finalizer(live, true));
    if (decision.keep_content) TRY(save_content(hands, session));
    return write_ledger(hands, session, decision);
}

}  // namespace slipway::runtime

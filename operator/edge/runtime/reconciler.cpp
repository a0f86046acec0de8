#include "edge/runtime/reconciler.hpp"

#include "core/base/text.hpp"
#include "core/machine/step.hpp"
#include "edge/runtime/carry_out.hpp"
#include "edge/runtime/desk.hpp"
#include "edge/runtime/ledger_writing.hpp"
#include "edge/runtime/net.hpp"
#include "edge/runtime/pod_watches.hpp"
#include "edge/runtime/status_writing.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

/// A walk that is not at its end after so many steps yields to other Releases.
constexpr int most_steps = 200;

Release release_of(const Object& live, const Result<Release>& read, const Session& session) {
    Release release = read ? *read : read_metadata(live);
    if (session.told) release.status = *session.told;
    return release;
}

std::optional<ports::Identity> account_in(const Session& session) {
    if (!session.account || !*session.account) return std::nullopt;
    return **session.account;
}

machine::Decision decide(const Hands& hands, Session& session, const Release& release) {
    const std::lock_guard lock(session.mutex);
    const machine::World world{
        .release = release,
        .ledger = *session.ledger,
        .desired = session.desired,
        .plan = session.plan.get(),
        .plan_error = session.plan_error,
        .account_error = session.account && !*session.account
                             ? std::optional(session.account->error())
                             : std::nullopt,
        .live = session.sightings.all(),
        .refusals = session.refusals,
        .ttl_answers = session.ttl_answers,
        .adoption_answers = session.adoption_answers,
        .survey = session.survey,
        .namespace_terminating = hands.reference_watches.is_terminating(release.in_namespace),
        .last_activity = session.sightings.last_activity(),
        .now = hands.clock.now(),
    };
    return machine::step(world);
}

Result<void> refresh(
    Hands& hands, Session& session, const Release& release, const Result<Release>& read
) {
    refresh_desired(hands, session, release);
    // A spec that cannot be read has no content, and this is why.
    if (!read) session.desired.error = read.error();
    return refresh_plan(hands, session, release);
}

std::optional<Time> earlier(std::optional<Time> left, std::optional<Time> right) {
    if (!left || !right) return left ? left : right;
    return std::min(*left, *right);
}

/// Another process may have led: its writes are not in what this one remembers.
void begin_term(Session& session, int term) {
    session.term = term;
    session.ledger.reset();
    session.told.reset();
    session.written_status.reset();
}

/// From one second, doubling, to half a minute; never before the server's Retry-After.
Duration pause_after(const Error& error, int failures) {
    constexpr Duration longest = 30s;
    Duration pause = 1s;
    for (int i = 1; i < failures && pause < longest; ++i)
        pause *= 2;
    return std::max(std::min(pause, longest), error.retry_after.value_or(Duration{0}));
}

ReleaseStatus stuck_status(const Release& release, const Error& error, Time now) {
    ReleaseStatus status = release.status;
    set_condition(
        status,
        {.type = "Ready",
         .status = "Unknown",
         .reason = std::string(reason(error.kind)),
         .message = "nothing goes on, because the record of this release cannot be read or kept: " +
                    shortened(error.message, 1000),
         .observed_generation = status.observed_generation,
         .last_transition_time = now}
    );
    return status;
}

}  // namespace

Result<std::optional<Time>> Reconciler::walk(Session& session, const Object& live) {
    std::optional<Time> look_again;
    const auto read = read_release(live);
    Release release = release_of(live, read, session);
    for (int steps = 0; steps < most_steps; ++steps) {
        TRY(refresh(hands_, session, release, read));
        const machine::Decision decision = decide(hands_, session, release);
        session.told = release.status = decision.status;
        look_again = decision.look_again;
        TRY(carry_out(hands_, session, account_in(session), live, decision));
        if (decision.farewell) return std::optional<Time>();
        if (!decision.again && decision.effects.empty()) return look_again;
        if (hands_.is_stopping()) break;
    }
    return std::optional(hands_.clock.now());
}

Result<std::optional<Time>> Reconciler::walk_to_rest(Session& session, const Object& live) {
    auto look_again = walk(session, live);
    const auto written = await_ledger(hands_, session);
    if (look_again && !written) look_again = written.error();
    if (!look_again) session.ledger.reset();
    return look_again;
}

/// Whoever leads again was away, and may come back to an etcd that was restored meanwhile: its
/// watch of Releases would say so, but perhaps later than it writes.
Result<bool> Reconciler::is_still_so(const ObjectId& id) {
    const Kind& kind = *KindCatalog::built_in().find(id.group_kind());
    const auto live = hands_.cluster.get(ports::Identity::itself(), kind, id);
    if (live) return releases_.confirms(*live);
    if (live.error().kind == ErrorKind::NotFound) return false;
    return live.error();
}

Result<std::optional<Time>> Reconciler::look_at(
    const std::shared_ptr<Session>& session, const Object& live
) {
    if (const int term = hands_.sessions.term(); session->term != term) {
        const bool has_led = session->ledger || session->told;
        const bool goes_on = !has_led || TRY(is_still_so(live.id()));
        begin_term(*session, term);
        // What came instead, or that nothing did, is told as any change is.
        if (!goes_on) return std::optional<Time>();
    }
    TRY(open_ledger(hands_, *session, live));
    reread_unwatched_inputs(hands_, *session);
    const auto next_step =
        TRY(walk_to_rest(*session, live));  // Whose looks tell what is to be followed.
    follow_claims(hands_, session);
    auto look_again = earlier(next_step, follow_pods(hands_, session));
    if (const auto as = account_in(*session))
        look_again = earlier(look_again, cast_net(hands_, *session, *as));
    return look_again;
}

std::optional<Time> Reconciler::fail(Session& session, const Object& live, const Error& error) {
    const Time now = hands_.clock.now();
    session.failures += 1;
    session.not_before = now + error.retry_after.value_or(Duration{0});
    hands_.recorder.log(ports::Severity::Warning, session.key, error.message);
    hands_.recorder.failed(error.kind);
    if (session.failures > 1) {
        session.told = stuck_status(release_of(live, read_release(live), session), error, now);
        (void)write_status(hands_, session, live);
    }
    return now + pause_after(error, session.failures);
}

std::optional<Time> Reconciler::reconcile(const std::string& key) {
    const auto live = releases_.find(key);
    if (!live) {
        hands_.reference_watches.forget(key);
        hands_.recorder.phase_changed(key, std::nullopt);
        if (const auto ended = hands_.sessions.find(key)) hands_.quarantine.forget(ended->uid);
        hands_.sessions.close(key);
        return std::nullopt;
    }
    const auto session = hands_.sessions.open(key, live->uid());
    const Time begun = hands_.clock.now();
    // Whatever woke us, the server asked not to be asked before.
    if (begun < session->not_before) return session->not_before;
    auto next = look_at(session, *live);
    drop_bodies(hands_, *session);
    if (session->told) hands_.recorder.phase_changed(key, session->told->phase);
    if (next) {
        const auto written = write_status(hands_, *session, *live);
        const bool is_gone = !written && written.error().kind == ErrorKind::NotFound;
        if (written) next = earlier(*next, *written);
        if (!written && !is_gone) next = in_context("status", written.error());
    }
    hands_.recorder.reconciled(next ? "success" : "error", hands_.clock.now() - begun);
    if (!next) return fail(*session, *live, next.error());
    session->failures = 0;
    return *next;
}

}  // namespace slipway::runtime

#include "edge/runtime/reconciler.hpp"

#include <nlohmann/json.hpp>

#include "core/machine/step.hpp"
#include "edge/runtime/carry_out.hpp"
#include "edge/runtime/desk.hpp"
#include "edge/runtime/net.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

/// A walk that is not at its end after so many steps yields to other Releases.
constexpr int most_steps = 200;
constexpr Duration soon = 1s;

Release release_of(const Object& live, const Session& session) {
    auto read = read_release(live);
    Release release = read ? std::move(read).value() : read_metadata(live);
    if (session.told) release.status = *session.told;
    return release;
}

/// A spec that cannot be read has no content; why is content's error.
void refuse_spec(Session& session, const Object& live) {
    const auto read = read_release(live);
    if (!read) session.desired.error = read.error();
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

Result<void> write_status(Hands& hands, Session& session, const Object& live) {
    const nlohmann::json status = to_json(*session.told);
    const std::string text = status.dump();
    if (!session.written_status && live.has("/status"))
        session.written_status = live.at("/status")->dump();
    if (session.written_status == text) return {};
    TRY(hands.cluster.write_status(live.id(), live.uid(), status));
    session.written_status = text;
    return {};
}

std::optional<Time> earlier(std::optional<Time> left, std::optional<Time> right) {
    if (!left || !right) return left ? left : right;
    return std::min(*left, *right);
}

}  // namespace

std::optional<Time> Reconciler::walk(Session& session, const Object& live) {
    std::optional<Time> look_again;
    for (int steps = 0; steps < most_steps; ++steps) {
        const Release release = release_of(live, session);
        refresh_desired(hands_, session, release);
        refuse_spec(session, live);
        refresh_plan(hands_, session, release);
        const machine::Decision decision = decide(hands_, session, release);
        session.told = decision.status;
        look_again = decision.look_again;
        const auto done = carry_out(hands_, session, account_in(session), live, decision);
        if (!done) {
            hands_.recorder.log(ports::Severity::Warning, session.key, done.error().message);
            hands_.recorder.failed(done.error().kind);
            session.ledger.reset();
            return hands_.clock.now() + std::max(soon, done.error().retry_after.value_or(soon));
        }
        if (decision.farewell) return std::nullopt;
        if (!decision.again && decision.effects.empty()) return look_again;
    }
    return hands_.clock.now();
}

std::optional<Time> Reconciler::reconcile(const std::string& key) {
    const auto live = releases_.find(key);
    if (!live) {
        hands_.reference_watches.forget(key);
        hands_.recorder.phase_changed(key, std::nullopt);
        hands_.sessions.close(key);
        return std::nullopt;
    }
    const auto session = hands_.sessions.open(key, live->uid());
    const Time begun = hands_.clock.now();
    if (const auto opened = open_ledger(hands_, *session); !opened) {
        hands_.recorder.log(ports::Severity::Error, key, opened.error().message);
        return begun + soon;
    }
    reread_unwatched_inputs(hands_, *session);
    auto look_again = earlier(walk(*session, *live), follow_pods(hands_, session));
    if (const auto as = account_in(*session))
        look_again = earlier(look_again, cast_net(hands_, *session, *as));
    drop_bodies(*session);
    if (session->told && !live->is_terminating())
        hands_.recorder.phase_changed(key, session->told->phase);
    const auto written = session->ledger ? write_status(hands_, *session, *live) : Result<void>{};
    hands_.recorder.reconciled(written ? "success" : "error", hands_.clock.now() - begun);
    if (written || written.error().kind == ErrorKind::NotFound) return look_again;
    hands_.recorder.log(ports::Severity::Warning, key, "status: " + written.error().message);
    return hands_.clock.now() + soon;
}

}  // namespace slipway::runtime

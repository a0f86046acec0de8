#include "edge/cluster/caller.hpp"

#include <algorithm>
#include <cassert>
#include <deque>
#include <numeric>
#include <thread>

#include "edge/cluster/backoff.hpp"

namespace slipway::cluster {
namespace {

using kubeapi::Response;

constexpr int repeats = 3;
/// Less than this is no time to write anything in.
constexpr Duration shortest_write = std::chrono::milliseconds(250);

/// The server gives up before we do, so that its answer says so.
Duration server_share(Duration deadline) { return deadline * 5 / 6; }

Error gate_closed() {
    return {
        ErrorKind::Unavailable,
        "this operator does not hold the lease, so it writes nothing; another replica leads, or "
        "the "
        "API server cannot be reached"};
}

}  // namespace

kubeapi::Request made_as(const ports::Identity& as, kubeapi::Request request) {
    if (as.is_impersonated()) request.headers.emplace_back("Impersonate-User", as.user());
    return request;
}

Caller::Caller(
    http::Client& client, const WriteGate& gate, ServerReturn& server, CallerSettings settings
)
    : client_(client), gate_(gate), server_(server), settings_(std::move(settings)) {
    if (!settings_.pause) {
        settings_.pause = [](Duration wait) { std::this_thread::sleep_for(wait); };
    }
}

Result<Response> Caller::call(const ports::Identity& as, const Call& call) {
    return std::move(call_all(as, {&call, 1}).front());
}

std::vector<Result<Response>> Caller::call_all(
    const ports::Identity& as, std::span<const Call> calls
) {
    Answers answers(calls.size(), Error{ErrorKind::Internal, "a request was never sent"});
    std::vector<std::size_t> round(calls.size());
    std::iota(round.begin(), round.end(), std::size_t{0});
    Backoff backoff(std::chrono::milliseconds(100), std::chrono::seconds(2));
    for (int repeated = 0;; ++repeated) {
        send_round(as, calls, round, answers);
        std::erase_if(round, [&](std::size_t at) { return !may_repeat(calls[at], answers[at]); });
        if (round.empty() || repeated == repeats) return answers;
        Duration wait = backoff.next();
        for (const auto at : round)
            wait = std::max(wait, answers[at].error().retry_after.value_or(Duration::zero()));
        settings_.pause(wait);
    }
}

Result<Response> Caller::judged(Result<Response> answer, const kubeapi::Asked& asked) {
    if (!answer) server_.note(answer.error());
    if (!answer || answer->is_success()) return answer;
    return server_.judged(kubeapi::error_of(*answer, asked));
}

bool Caller::may_repeat(const Call& call, const Result<Response>& answer) const {
    if (answer || call.effect == Call::Effect::SingleWrite) return false;
    if (call.effect != Call::Effect::Read && !gate_.is_open()) return false;
    const Error& error = answer.error();
    const bool passes = error.kind == ErrorKind::Unavailable || error.kind == ErrorKind::Throttled;
    return passes && error.retry_after.value_or(Duration::zero()) <= settings_.longest_wait;
}

Result<std::future<Result<Response>>> Caller::send(const ports::Identity& as, const Call& call) {
    const bool is_write = call.effect != Call::Effect::Read;
    const Duration deadline = settings_.deadline;
    const Duration allowed = is_write ? std::min(deadline, gate_.time_left()) : deadline;
    if (is_write && allowed < shortest_write) return gate_closed();
    auto request = call.request(server_share(allowed));
    assert(request.is_mutating() == is_write);
    return client_.send(made_as(as, std::move(request)), allowed);
}

void Caller::send_round(
    const ports::Identity& as,
    std::span<const Call> calls,
    const std::vector<std::size_t>& round,
    Answers& answers
) {
    std::deque<std::pair<std::size_t, std::future<Result<Response>>>> under_way;
    const auto take_oldest = [&] {
        auto& [at, future] = under_way.front();
        answers[at] = judged(future.get(), calls[at].asked);
        under_way.pop_front();
    };
    for (const auto at : round) {
        if (under_way.size() >= settings_.window) take_oldest();
        auto sent = send(as, calls[at]);
        if (sent) {
            under_way.emplace_back(at, std::move(sent).value());
        } else {
            answers[at] = sent.error();
        }
    }
    while (!under_way.empty())
        take_oldest();
}

}  // namespace slipway::cluster

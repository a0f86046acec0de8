#include "edge/runtime/pod_watches.hpp"

#include <algorithm>
#include <map>

#include "edge/runtime/failed_jobs.hpp"
#include "edge/runtime/pod_sink.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

/// Most workloads are ready by then, and their pods need not be looked at.
constexpr Duration patience = 2s;

std::map<std::string, PodWatch::Workloads> unready_by_namespace(Session& session) {
    const std::lock_guard lock(session.mutex);
    forget_unseen(session);
    std::map<std::string, PodWatch::Workloads> unready;
    for (const auto& [id, workload] : session.unready) {
        const bool is_over = readiness::is_explained_by_pods(workload.live);
        if (!is_over) unready[id.in_namespace].emplace(workload.live.uid(), workload.since);
    }
    return unready;
}

bool has_account(const Session& session) { return session.account && *session.account; }

bool is_to_fall_back(const Session& session, const PodWatch& running) {
    return *running.forbidden && !running.as.is_impersonated() && has_account(session);
}

/// What the pods of others say may be none of the tenant's business.
bool holds_others(const Session& session, const std::string& in_namespace) {
    const auto& others = session.external_watches;
    return std::any_of(others.begin(), others.end(), [&](const auto& other) {
        return other.first.in_namespace == in_namespace;
    });
}

/// When the watch is to be opened, or opened anew so that it tells the pods of newcomers too.
std::optional<Time> due_at(
    const Session& session, const PodWatch& running, const PodWatch::Workloads& workloads
) {
    if (is_to_fall_back(session, running)) return Time::min();
    std::optional<Time> due;
    for (const auto& workload : workloads) {
        if (running.workloads.contains(workload)) continue;
        const Time end_of_patience = workload.second + patience;
        due = std::min(due.value_or(end_of_patience), end_of_patience);
    }
    return due;
}

void open(
    Hands& hands,
    const std::shared_ptr<Session>& session,
    const std::string& in_namespace,
    const PodWatch::Workloads& workloads
) {
    PodWatch& running = session->pod_watches[in_namespace];
    const bool as_account = is_to_fall_back(*session, running) ||
                            (has_account(*session) && holds_others(*session, in_namespace));
    PodWatch next{.as = as_account ? **session->account : running.as, .workloads = workloads};
    running.watch.reset();
    next.watch = hands.cluster.watch(
        next.as,
        *KindCatalog::built_in().find({"", "Pod"}),
        {.in_namespace = in_namespace},
        std::make_shared<PodSink>(hands, session, in_namespace, next)
    );
    running = std::move(next);
}

}  // namespace

std::optional<Time> follow_pods(Hands& hands, const std::shared_ptr<Session>& session) {
    const Time now = hands.clock.now();
    const auto asked_again = ask_failed_jobs(hands, *session);
    if (asked_again && *asked_again <= hands.clock.now()) return now;
    const auto unready = unready_by_namespace(*session);
    std::erase_if(session->pod_watches, [&](const auto& watch) {
        return !unready.contains(watch.first);
    });
    std::optional<Time> next = asked_again;
    for (const auto& [in_namespace, workloads] : unready) {
        const auto due = due_at(*session, session->pod_watches[in_namespace], workloads);
        if (due && *due <= now) {
            open(hands, session, in_namespace, workloads);
        } else if (due) {
            next = std::min(next.value_or(*due), *due);
        }
    }
    return next;
}

}  // namespace slipway::runtime

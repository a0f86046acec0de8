#include "edge/runtime/failed_jobs.hpp"

#include <algorithm>

#include "edge/runtime/looking.hpp"
#include "edge/runtime/pod_selection.hpp"
#include "edge/runtime/workloads.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

constexpr int most_refusals = 5;
constexpr Duration pause_after_refusal = 2s;

/// When the pods of this one may be asked; the epoch: at once.
Time due_at(const Workload& workload) {
    if (!workload.pods_refusal) return {};
    const Duration asked_for = workload.pods_refusal->error.retry_after.value_or(Duration{0});
    return workload.pods_refusal->at + std::max(pause_after_refusal, asked_for);
}

std::vector<Object> to_be_asked(Session& session, Time now) {
    const std::lock_guard lock(session.mutex);
    forget_unseen(session);
    std::vector<Object> jobs;
    for (const auto& [id, workload] : session.unready) {
        if (is_to_be_asked(workload) && due_at(workload) <= now) jobs.push_back(workload.live);
    }
    return jobs;
}

/// Of those that are still to be asked.
std::optional<Time> first_due(Session& session) {
    const std::lock_guard lock(session.mutex);
    std::optional<Time> first;
    for (const auto& [id, workload] : session.unready) {
        if (!is_to_be_asked(workload)) continue;
        first = std::min(first.value_or(Time::max()), due_at(workload));
    }
    return first;
}

Result<std::vector<Object>> list_pods(Hands& hands, const Session& session, const Object& job) {
    const Kind& pods = *KindCatalog::built_in().find({"", "Pod"});
    const ports::Selection selection{
        .in_namespace = std::string(job.in_namespace()), .labels = label_selector(job)};
    const bool has_account = session.account && *session.account;
    const auto as = has_account ? **session.account : ports::Identity::itself();
    const bool is_others = session.external_watches.contains(job.id());
    return is_others ? hands.cluster.list(as, pods, selection)
                     : list_own(hands, as, pods, selection);
}

bool is_worth_another_try(const machine::Refusal& refusal) {
    return is_transient(refusal.error.kind) && refusal.count < most_refusals;
}

/// `job` as it was when its pods were listed; another of its name is asked for itself. True where
/// it was judged anew.
bool take_pods(
    const Hands& hands, Session& session, const Object& job, const Result<std::vector<Object>>& pods
) {
    const std::lock_guard lock(session.mutex);
    const auto known = session.unready.find(job.id());
    if (known == session.unready.end() || known->second.live.uid() != job.uid()) return false;
    Workload& workload = known->second;
    const Time now = hands.clock.now();
    if (!pods) {
        workload.pods_refusal = refused_again(workload.pods_refusal, pods.error(), now);
        if (is_worth_another_try(*workload.pods_refusal)) return false;
    }
    workload.pods_asked = true;
    if (pods) {
        for (const Object& pod : *pods) {
            if (selects(job, pod)) workload.pods.insert_or_assign(pod.uid(), reduced(pod));
        }
    }
    judge_again(session, Object(workload.live), now);
    return true;
}

}  // namespace

std::optional<Time> ask_failed_jobs(Hands& hands, Session& session) {
    bool has_judged = false;
    for (const Object& job : to_be_asked(session, hands.clock.now())) {
        const auto pods = list_pods(hands, session, job);
        has_judged = take_pods(hands, session, job, pods) || has_judged;
    }
    return has_judged ? hands.clock.now() : first_due(session);
}

}  // namespace slipway::runtime

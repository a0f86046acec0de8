#include "edge/runtime/failed_jobs.hpp"

#include "edge/runtime/looking.hpp"
#include "edge/runtime/pod_selection.hpp"
#include "edge/runtime/workloads.hpp"

namespace slipway::runtime {
namespace {

std::vector<Object> to_be_asked(Session& session) {
    const std::lock_guard lock(session.mutex);
    forget_unseen(session);
    std::vector<Object> jobs;
    for (const auto& [id, workload] : session.unready) {
        if (is_to_be_asked(workload)) jobs.push_back(workload.live);
    }
    return jobs;
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

/// `job` as it was when its pods were listed; another of its name is asked for itself.
void take_pods(
    const Hands& hands, Session& session, const Object& job, const Result<std::vector<Object>>& pods
) {
    const std::lock_guard lock(session.mutex);
    const auto known = session.unready.find(job.id());
    if (known == session.unready.end() || known->second.live.uid() != job.uid()) return;
    Workload& workload = known->second;
    workload.pods_asked = true;
    if (pods) {
        for (const Object& pod : *pods) {
            if (selects(job, pod)) workload.pods.insert_or_assign(pod.uid(), reduced(pod));
        }
    }
    judge_again(session, Object(workload.live), hands.clock.now());
}

}  // namespace

bool ask_failed_jobs(Hands& hands, Session& session) {
    const auto jobs = to_be_asked(session);
    for (const Object& job : jobs)
        take_pods(hands, session, job, list_pods(hands, session, job));
    return !jobs.empty();
}

}  // namespace slipway::runtime

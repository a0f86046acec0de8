#include "edge/runtime/pod_watches.hpp"

#include <functional>
#include <set>

#include "edge/runtime/failed_jobs.hpp"
#include "edge/runtime/pod_selection.hpp"
#include "edge/runtime/workloads.hpp"

namespace slipway::runtime {
namespace {

using namespace std::chrono_literals;

/// Most workloads are ready by then, and their pods need not be looked at.
constexpr Duration patience = 2s;

class PodSink final : public ports::WatchSink {
public:
    PodSink(Hands& hands, std::weak_ptr<Session> session)
        : hands_(hands), session_(std::move(session)) {}

    void on_object(const Object& pod) override {
        change([&](Workload& workload) {
            if (!selects(workload.live, pod)) return workload.pods.erase(pod.uid()) > 0;
            workload.pods.insert_or_assign(pod.uid(), pod);
            return true;
        });
    }
    void on_left(const ObjectId&, const std::string& uid) override {
        change([&](Workload& workload) { return workload.pods.erase(uid) > 0; });
    }
    void on_synced() override {}
    void on_trouble(const Error&) override {}

private:
    void change(const std::function<bool(Workload&)>& apply) {
        const auto session = session_.lock();
        if (!session) return;
        bool changed = false;
        {
            const std::lock_guard lock(session->mutex);
            std::vector<Object> concerned;
            for (auto& [id, workload] : session->unready) {
                if (apply(workload)) concerned.push_back(workload.live);
            }
            for (const Object& live : concerned)
                changed = judge_again(*session, live, hands_.clock.now()) || changed;
        }
        if (changed) hands_.wake(session->key);
    }

    Hands& hands_;
    std::weak_ptr<Session> session_;
};

std::set<std::string> namespaces_of_unready(Session& session) {
    const std::lock_guard lock(session.mutex);
    forget_unseen(session);
    std::set<std::string> namespaces;
    for (const auto& [id, workload] : session.unready) {
        const bool is_over = readiness::is_explained_by_pods(workload.live);
        if (!is_over) namespaces.insert(id.in_namespace);
    }
    return namespaces;
}

}  // namespace

std::optional<Time> follow_pods(Hands& hands, const std::shared_ptr<Session>& session) {
    if (ask_failed_jobs(hands, *session)) return hands.clock.now();
    const auto namespaces = namespaces_of_unready(*session);
    std::erase_if(session->pod_watches, [&](const auto& watch) {
        return !namespaces.contains(watch.first);
    });
    if (namespaces.empty()) {
        session->unready_since.reset();
        return std::nullopt;
    }
    const Time now = hands.clock.now();
    if (!session->unready_since) session->unready_since = now;
    if (now < *session->unready_since + patience) return *session->unready_since + patience;
    const Kind& pods = *KindCatalog::built_in().find({"", "Pod"});
    for (const std::string& in_namespace : namespaces) {
        auto& watch = session->pod_watches[in_namespace];
        if (watch) continue;
        watch = hands.cluster.watch(
            ports::Identity::itself(),
            pods,
            {.in_namespace = in_namespace},
            std::make_shared<PodSink>(hands, session)
        );
    }
    return std::nullopt;
}

}  // namespace slipway::runtime

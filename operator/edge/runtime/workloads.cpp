#include "edge/runtime/workloads.hpp"

#include <algorithm>
#include <set>

#include "edge/runtime/hands.hpp"
#include "edge/runtime/pod_selection.hpp"

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
        change(pod.uid(), [&](Workload& workload) {
            if (selects(workload.live, pod)) workload.pods.insert_or_assign(pod.uid(), pod);
        });
    }
    void on_left(const ObjectId&, const std::string& uid) override {
        change(uid, [&](Workload& workload) { workload.pods.erase(uid); });
    }
    void on_synced() override {}
    void on_trouble(const Error&) override {}

private:
    template <class Change>
    void change(const std::string& uid, Change apply) {
        const auto session = session_.lock();
        if (!session) return;
        bool changed = false;
        {
            const std::lock_guard lock(session->mutex);
            const auto workloads = session->unready;
            for (const auto& [id, before] : workloads) {
                Workload& workload = session->unready.at(id);
                apply(workload);
                if (!workload.pods.contains(uid) && !before.pods.contains(uid)) continue;
                const Time now = hands_.clock.now();
                const Object live = workload.live;
                changed =
                    session->sightings.see(id, observe_in(*session, live, now), now) || changed;
            }
        }
        if (changed) hands_.wake(session->key);
    }

    Hands& hands_;
    std::weak_ptr<Session> session_;
};

std::set<std::string> namespaces_of_unready(Session& session) {
    const std::lock_guard lock(session.mutex);
    std::set<std::string> namespaces;
    for (const auto& [id, workload] : session.unready)
        namespaces.insert(id.in_namespace);
    return namespaces;
}

}  // namespace

machine::Observation observe_in(Session& session, const Object& live, Time now) {
    static const std::vector<condition::Requirement> none;
    const auto wanted = session.requirements.find(live.id());
    const auto& requirements = wanted == session.requirements.end() ? none : wanted->second;
    const auto known = session.unready.find(live.id());
    readiness::Evidence evidence{.live = live, .now = now};
    if (known != session.unready.end()) evidence.pods = current_pods(known->second.pods);
    machine::Observation seen = machine::observe(evidence, requirements);
    const bool unready = readiness::looks_at_pods(live.id()) && !live.is_terminating() &&
                         seen.verdict.state != readiness::State::Ready;
    if (!unready) {
        session.unready.erase(live.id());
    } else if (known != session.unready.end()) {
        known->second.live = live;
    } else {
        session.unready.emplace(live.id(), Workload{.live = live});
    }
    return seen;
}

std::optional<Time> follow_pods(Hands& hands, const std::shared_ptr<Session>& session) {
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

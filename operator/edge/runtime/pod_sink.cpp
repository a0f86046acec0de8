#include "edge/runtime/pod_sink.hpp"

#include <utility>

#include "edge/runtime/pod_selection.hpp"

namespace slipway::runtime {

PodSink::PodSink(
    Hands& hands, std::weak_ptr<Session> session, std::string in_namespace, const PodWatch& watch
)
    : hands_(hands),
      session_(std::move(session)),
      in_namespace_(std::move(in_namespace)),
      is_last_resort_(watch.as.is_impersonated()),
      forbidden_(watch.forbidden) {}

void PodSink::on_object(const Object& pod) {
    change([&](Workload& workload) {
        if (!selects(workload.live, pod)) return workload.pods.erase(pod.uid()) > 0;
        workload.pods.insert_or_assign(pod.uid(), reduced(pod));
        return true;
    });
}

void PodSink::on_left(const ObjectId&, const std::string& uid) {
    change([&](Workload& workload) { return workload.pods.erase(uid) > 0; });
}

void PodSink::on_synced() {
    *forbidden_ = false;
    hide(false);
}

void PodSink::on_trouble(const Error& error) {
    if (error.kind != ErrorKind::Forbidden || forbidden_->exchange(true)) return;
    if (is_last_resort_) return hide(true);
    if (const auto session = session_.lock()) hands_.wake(session->key);
}

void PodSink::hide(bool hidden) {
    change([&](Workload& workload) {
        if (workload.live.in_namespace() != in_namespace_) return false;
        return std::exchange(workload.pods_hidden, hidden) != hidden;
    });
}

void PodSink::change(const std::function<bool(Workload&)>& apply) {
    const auto session = session_.lock();
    if (!session) return;
    bool changed = false;
    {
        const std::lock_guard lock(session->mutex);
        std::vector<Object> concerned;
        for (auto& [id, workload] : session->unready) {
            if (!workload.pods_asked && apply(workload)) concerned.push_back(workload.live);
        }
        for (const Object& live : concerned)
            changed = judge_again(*session, live, hands_.clock.now()) || changed;
    }
    if (changed) hands_.wake(session->key);
}

}  // namespace slipway::runtime

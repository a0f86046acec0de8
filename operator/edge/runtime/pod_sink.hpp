/// What a watch of pods tells, brought to the unready workloads of a session.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "edge/runtime/hands.hpp"

namespace slipway::runtime {

class PodSink final : public ports::WatchSink {
public:
    /// `forbidden` is kept up to date for whoever opened the watch.
    PodSink(
        Hands& hands,
        std::weak_ptr<Session> session,
        std::string in_namespace,
        const PodWatch& watch
    );

    void on_object(const Object& pod) override;
    void on_left(const ObjectId& id, const std::string& uid) override;
    void on_synced() override;
    void on_trouble(const Error& error) override;

private:
    /// Judges those again to which `apply` says that they changed.
    void change(const std::function<bool(Workload&)>& apply);
    void hide(bool hidden);

    Hands& hands_;
    std::weak_ptr<Session> session_;
    std::string in_namespace_;
    bool is_last_resort_;
    std::shared_ptr<std::atomic<bool>> forbidden_;
};

}  // namespace slipway::runtime

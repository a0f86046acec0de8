/// ports::Cluster over HTTP: Kubernetes itself.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "edge/cluster/caller.hpp"
#include "edge/cluster/discovery.hpp"
#include "ports/cluster.hpp"

namespace slipway::cluster {

class KubeCluster final : public ports::Cluster {
public:
    /// `client`, `gate` and `clock` must outlive it, and it its watches.
    KubeCluster(
        http::Client& client,
        const WriteGate& gate,
        const ports::Clock& clock,
        CallerSettings settings = {}
    );

    Result<Object> get(const ports::Identity& as, const Kind& kind, const ObjectId& id) override;
    std::vector<Result<Object>> get_all(
        const ports::Identity& as, std::span<const ports::Named> names
    ) override;
    Result<std::vector<Object>> list(
        const ports::Identity& as, const Kind& kind, const ports::Selection& selection
    ) override;
    std::vector<Result<ports::Written>> write(
        const ports::Identity& as, std::span<const ports::Write> writes
    ) override;

    Result<Kind> find_kind(const GroupKind& group_kind, const std::string& version) override;
    Result<Kind> find_resource(const std::string& resource) override;
    void forget_kinds(const std::string& group) override;

    Result<Object> write_status(
        const ObjectId& release, const std::string& uid, const nlohmann::json& status
    ) override;
    Result<Object> set_finalizer(const Object& release, bool present) override;

    std::unique_ptr<ports::Watch> watch(
        const ports::Identity& as,
        const Kind& kind,
        const ports::Selection& selection,
        std::shared_ptr<ports::WatchSink> sink
    ) override;

private:
    Result<std::vector<Object>> list_once(
        const ports::Identity& as, const Kind& kind, const ports::Selection& selection
    );
    /// Several at a time; a question that cannot be asked has its error as the answer.
    template <class Answer, class Question>
    std::vector<Result<Answer>> ask_each(
        const ports::Identity& as, std::span<const Question> questions
    );
    /// A kind that the server does not serve (any more) is not remembered as served.
    void notice(const Error& error, const Kind& kind);

    http::Client& client_;
    const ports::Clock& clock_;
    ServerReturn server_;
    Caller caller_;
    Discovery discovery_;
};

}  // namespace slipway::cluster

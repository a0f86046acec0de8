#include "edge/runtime/operator.hpp"

#include "edge/runtime/workers.hpp"

namespace slipway::runtime {
namespace {

const Kind& release_kind() {
    return *KindCatalog::built_in().find({std::string(release_group), "Release"});
}

class RunningOperator final : public Operator {
public:
    RunningOperator(Surroundings around, const OperatorSettings& settings)
        : recorder_(around.recorder),
          queue_(around.clock, [this](std::size_t depth) { recorder_.queue_depth(depth); }),
          sessions_(settings.patience),
          releases_(std::make_shared<ReleaseCache>(
              queue_adder(),
              [this] { doubt_all(); },
              [&quarantine = around.quarantine](const std::set<std::string>& uids) {
                  quarantine.keep_only(uids);
              }
          )),
          kind_watches_(around.cluster, around.clock, around.recorder, sessions_, queue_adder()),
          reference_watches_(around.cluster, sessions_, queue_adder()),
          reconciler_(hands(around, settings), *releases_),
          release_watch_(
              around.cluster.watch(ports::Identity::itself(), release_kind(), {}, releases_)
          ),
          workers_(std::make_unique<Workers>(
              settings.workers, queue_, reconciler_, around.clock, around.may_write
          )) {}

    /// Sessions own watches whose sinks use the reconciler's hands: workers end, then sessions.
    ~RunningOperator() override {
        workers_.reset();
        sessions_.close_all();
    }

    void stop() override { workers_.reset(); }

    RunningOperator(const RunningOperator&) = delete;
    RunningOperator& operator=(const RunningOperator&) = delete;

    void look_at_all() override {
        sessions_.begin_term();
        for (const std::string& key : releases_->keys())
            queue_.add(key);
    }

    std::optional<std::string> trouble() const override {
        if (const auto error = releases_->trouble()) return "releases: " + error->message;
        if (!releases_->is_synced()) return "releases: not listed yet";
        return std::nullopt;
    }

private:
    void doubt_all() {
        for (const std::string& key : sessions_.doubt_all())
            queue_.add(key);
    }

    std::function<void(const std::string&)> queue_adder() {
        return [this](const std::string& key) { queue_.add(key); };
    }

    Hands hands(Surroundings& around, const OperatorSettings& settings) {
        return {
            .cluster = around.cluster,
            .store = around.store,
            .sources = around.sources,
            .clock = around.clock,
            .recorder = around.recorder,
            .sessions = sessions_,
            .kind_watches = kind_watches_,
            .reference_watches = reference_watches_,
            .quarantine = around.quarantine,
            .wake = queue_adder(),
            .default_service_account = settings.default_service_account,
            .is_stopping = [this] { return queue_.is_closed(); },
        };
    }

    ports::Recorder& recorder_;
    WorkQueue queue_;
    Sessions sessions_;
    std::shared_ptr<ReleaseCache> releases_;
    KindWatches kind_watches_;
    ReferenceWatches reference_watches_;
    Reconciler reconciler_;
    std::unique_ptr<ports::Watch> release_watch_;
    std::unique_ptr<Workers> workers_;
};

}  // namespace

std::unique_ptr<Operator> Operator::start(
    Surroundings surroundings, const OperatorSettings& settings
) {
    return std::make_unique<RunningOperator>(std::move(surroundings), settings);
}

}  // namespace slipway::runtime

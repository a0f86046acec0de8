/// The operator's runtime on a fake cluster, without threads: a scenario says what happens outside
/// and turns the crank.
#pragma once

#include <set>
#include <string>

#include "edge/runtime/reconciler.hpp"
#include "edge/source/driver.hpp"
#include "support/fake_cluster.hpp"
#include "support/fake_store.hpp"

namespace slipway::test {

class FakeClock final : public ports::Clock {
public:
    Time now() const override { return now_; }
    void pass(Duration duration) { now_ += duration; }

private:
    Time now_ = Time(std::chrono::hours(24 * 365 * 50));
};

class FakeRecorder final : public ports::Recorder {
public:
    void log(ports::Severity, std::string_view, std::string_view message) override {
        lines.emplace_back(message);
    }
    void event(
        const ports::Subject&,
        bool,
        std::string_view reason,
        std::string_view,
        std::string_view note
    ) override {
        events.push_back(std::string(reason) + ": " + std::string(note));
    }
    void reconciled(std::string_view, Duration) override {}
    void failed(ErrorKind) override {}
    void phase_changed(std::string_view, std::optional<ReleasePhase>) override {}
    void queue_depth(std::size_t) override {}
    void leading(bool) override {}

    std::vector<std::string> lines;
    std::vector<std::string> events;
};

/// Everything that lives in the operator's process and dies with it.
struct FakeProcess {
    FakeProcess(
        FakeCluster& cluster,
        FakeStore& store,
        FakeClock& clock,
        FakeRecorder& recorder,
        const std::string& scratch,
        Duration progress_pause
    );

    std::set<std::string> keys_in_doubt() {
        const auto keys = sessions.doubt_all();
        return {keys.begin(), keys.end()};
    }

    std::set<std::string> due;
    std::unique_ptr<runtime::Quarantine> quarantine;
    runtime::Sessions sessions;
    runtime::ReleaseCache releases;
    runtime::KindWatches kind_watches;
    runtime::ReferenceWatches reference_watches;
    std::unique_ptr<ports::Sources> sources;
    std::unique_ptr<runtime::Reconciler> reconciler;
    std::unique_ptr<ports::Watch> release_watch;
    std::optional<Time> look_again;
};

class FakeWorld {
public:
    /// `scratch`: the folder in which the process remembers its crashes; "" for none.
    explicit FakeWorld(std::string scratch = "");

    /// Creates or changes the Release shop/web with these manifests; a changed spec is a new
    /// generation.
    void release(const std::string& manifests, nlohmann::json more_spec = nlohmann::json::object());
    void annotate(const std::string& key, const std::string& value);
    void delete_release();
    bool release_is_gone() const { return !cluster.has(release_id()); }
    ReleaseStatus status() const;

    /// Reconciles until nothing is due at once. A crash restarts the process and goes on.
    void run();
    /// As run(), then everything outside comes to its end (Jobs complete, workloads get ready),
    /// until the Release is Deployed, Failed without a retry, or gone.
    void run_to_the_end();
    /// The clock moves to when the operator wanted to look again, and it does.
    void wait_for_timer();
    void kill() { restart(); }
    /// Another process leads from now on, and this one only watches; until it leads again.
    void hand_over();
    void lead_again();
    /// A backup of etcd, and its restore under a process that lives on.
    struct Backup {
        FakeCluster::Snapshot cluster;
        FakeStore::Snapshot store;
        int generation;
    };
    Backup backup() const { return {cluster.snapshot(), store.snapshot(), generation_}; }
    void restore(const Backup& backup);
    /// Objects' bodies in the operator's memory.
    bool holds_bodies() const;

    static ObjectId release_id();
    static ObjectId id(const std::string& kind, const std::string& name);

    CrashPoint crash;
    FakeCluster cluster{crash};
    FakeStore store{crash};
    FakeClock clock;
    FakeRecorder recorder;
    int crashes = 0;
    /// Of the next process: nothing that is told waits, unless a test says otherwise.
    Duration progress_pause{0};
    /// Objects that the outside does not bring to their end.
    std::set<ObjectId> stuck;
    /// Jobs that fail instead of completing.
    std::set<ObjectId> failing;

private:
    void begin_process();
    void restart();
    /// What is told late is told when there is nothing else to do.
    bool has_work();
    bool make_everything_ready();
    /// As the TTL controller does, for a TTL of 0.
    bool collect_finished_jobs();

    std::string scratch_;
    std::unique_ptr<FakeProcess> process_;
    std::unique_ptr<FakeProcess> follower_;
    int generation_ = 0;
};

}  // namespace slipway::test

#include "support/fake_world.hpp"

namespace slipway::test {
namespace {

using nlohmann::json;

const std::string key = "shop/web";

const Kind& release_kind() {
    return *KindCatalog::built_in().find({std::string(release_group), "Release"});
}

/// What the controllers of a healthy cluster make of an object.
std::optional<json> finished_status(const Object& object, bool fails) {
    const auto condition = [](const char* type, const char* reason) {
        return json::array(
            {{{"type", type}, {"status", "True"}, {"reason", reason}, {"message", reason}}}
        );
    };
    const std::string kind(object.kind());
    if (kind == "Job")
        return json{
            {"conditions",
             condition(fails ? "Failed" : "Complete", fails ? "BackoffLimitExceeded" : "Done")}};
    if (kind == "CustomResourceDefinition")
        return json{{"conditions", condition("Established", "Ok")}};
    if (kind == "Namespace") return json{{"phase", "Active"}};
    if (kind == "Deployment" || kind == "StatefulSet") {
        return json{
            {"observedGeneration", object.generation()},
            {"replicas", 1},
            {"readyReplicas", 1},
            {"updatedReplicas", 1},
            {"availableReplicas", 1},
            {"currentReplicas", 1},
            {"currentRevision", "a"},
            {"updateRevision", "a"},
            {"conditions", condition("Available", "Ok")}};
    }
    return std::nullopt;
}

}  // namespace

FakeProcess::FakeProcess(
    FakeCluster& cluster,
    FakeStore& store,
    FakeClock& clock,
    FakeRecorder& recorder,
    const std::string& scratch,
    Duration progress_pause
)
    : quarantine(runtime::Quarantine::open(
                     scratch,
                     [&](const std::string&, const std::string& text) {
                         recorder.lines.push_back(text);
                     }
      ).value()),
      releases(
          [this](const std::string& changed) { due.insert(changed); },
          [this] { due.merge(keys_in_doubt()); },
          [this](const std::set<std::string>& uids) { quarantine->keep_only(uids); }
      ),
      kind_watches(
          cluster,
          clock,
          recorder,
          sessions,
          [this](const std::string& changed) { due.insert(changed); }
      ),
      reference_watches(
          cluster, sessions, [this](const std::string& changed) { due.insert(changed); }
      ),
      sources(source::make_sources(cluster)) {
    runtime::Hands hands{
        .cluster = cluster,
        .store = store,
        .sources = *sources,
        .clock = clock,
        .recorder = recorder,
        .sessions = sessions,
        .kind_watches = kind_watches,
        .reference_watches = reference_watches,
        .quarantine = *quarantine,
        .wake = [this](const std::string& changed) { due.insert(changed); },
        .beside = std::launch::deferred,
        .progress_pause = progress_pause,
    };
    reconciler = std::make_unique<runtime::Reconciler>(std::move(hands), releases);
    const std::shared_ptr<ports::WatchSink> sink(&releases, [](ports::WatchSink*) {});
    release_watch = cluster.watch(ports::Identity::itself(), release_kind(), {}, sink);
}

FakeWorld::FakeWorld(std::string scratch) : scratch_(std::move(scratch)) {
    for (const auto* name : {"shop", "slipway-system"}) {
        cluster.put({{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", {{"name", name}}}});
    }
    cluster.put(
        {{"apiVersion", "v1"},
         {"kind", "ServiceAccount"},
         {"metadata", {{"name", "deployer"}, {"namespace", "shop"}}}}
    );
    restart();
}

void FakeWorld::begin_process() {
    process_ =
        std::make_unique<FakeProcess>(cluster, store, clock, recorder, scratch_, progress_pause);
}

void FakeWorld::restart() {
    process_.reset();
    cluster.disconnect();
    begin_process();
}

void FakeWorld::hand_over() {
    follower_ = std::move(process_);
    begin_process();
}

void FakeWorld::lead_again() {
    if (follower_) process_ = std::move(follower_);
    process_->sessions.begin_term();
    process_->due.insert(key);
}

void FakeWorld::restore(const Backup& backup) {
    store.restore(backup.store);
    generation_ = backup.generation;
    cluster.restore(backup.cluster);
}

ObjectId FakeWorld::release_id() {
    return {
        .group = std::string(release_group),
        .kind = "Release",
        .in_namespace = "shop",
        .name = "web"};
}

ObjectId FakeWorld::id(const std::string& kind, const std::string& name) {
    static const std::map<std::string, std::string> groups{
        {"Job", "batch"},
        {"Deployment", "apps"},
        {"StatefulSet", "apps"},
        {"CustomResourceDefinition", "apiextensions.k8s.io"},
        {"Widget", "example.com"}};
    const auto group = groups.find(kind);
    const bool cluster_scoped = kind == "CustomResourceDefinition" || kind == "Namespace";
    return {
        .group = group == groups.end() ? "" : group->second,
        .kind = kind,
        .in_namespace = cluster_scoped ? "" : "shop",
        .name = name};
}

void FakeWorld::release(const std::string& manifests, json more_spec) {
    json document{
        {"apiVersion", "slipway.dev/v1alpha1"},
        {"kind", "Release"},
        {"metadata", {{"name", "web"}, {"namespace", "shop"}}},
        {"spec",
         {{"serviceAccountName", "deployer"},
          {"sources", json::array({{{"inline", manifests}}})}}}};
    document["spec"].update(more_spec);
    if (cluster.has(release_id())) {
        json live = cluster.at(release_id()).document();
        live["spec"] = document["spec"];
        document = std::move(live);
    }
    document["metadata"]["generation"] = ++generation_;
    cluster.put(document);
    json stored = cluster.at(release_id()).document();
    stored["metadata"]["generation"] = generation_;
    cluster.put(stored);
}

void FakeWorld::annotate(const std::string& annotation, const std::string& value) {
    json document = cluster.at(release_id()).document();
    document["metadata"]["annotations"][annotation] = value;
    cluster.put(document);
}

void FakeWorld::delete_release() {
    json document = cluster.at(release_id()).document();
    document["metadata"]["deletionTimestamp"] = "2026-01-01T00:00:00Z";
    cluster.put(document);
}

ReleaseStatus FakeWorld::status() const {
    const Object live = cluster.at(release_id());
    return live.has("/status") ? status_from_json(live.document()["status"]) : ReleaseStatus{};
}

bool FakeWorld::holds_bodies() const {
    const auto session = process_->sessions.find(key);
    return session && (session->content || session->desired_content);
}

bool FakeWorld::has_work() {
    while (process_->due.empty())
        if (!cluster.tell_late()) return false;
    return true;
}

void FakeWorld::run() {
    for (int turns = 0; turns < 1000 && has_work(); ++turns) {
        process_->due.erase(key);
        std::erase_if(process_->due, [](const std::string& other) { return other != key; });
        try {
            process_->look_again = process_->reconciler->reconcile(key);
        } catch (const Crash&) {
            ++crashes;
            restart();
        }
        if (process_->look_again && *process_->look_again <= clock.now()) process_->due.insert(key);
    }
}

bool FakeWorld::collect_finished_jobs() {
    bool changed = false;
    for (const ObjectId& id : cluster.all()) {
        const Object object = cluster.at(id);
        const bool is_over = object.has("/status/conditions");
        if (!is_over || object.integer("/spec/ttlSecondsAfterFinished", 1) != 0) continue;
        cluster.remove(id);
        changed = true;
    }
    return changed;
}

bool FakeWorld::make_everything_ready() {
    bool changed = collect_finished_jobs();
    for (const ObjectId& id : cluster.all()) {
        const Object object = cluster.at(id);
        if (id == release_id() || stuck.contains(id)) continue;
        const auto status = finished_status(object, failing.contains(id));
        if (!status || (object.has("/status") && object.document()["status"] == *status)) continue;
        cluster.set_status(id, *status);
        changed = true;
    }
    return changed;
}

void FakeWorld::run_to_the_end() {
    for (int turns = 0; turns < 200; ++turns) {
        run();
        if (release_is_gone()) return;
        if (make_everything_ready() || !process_->due.empty()) continue;
        const auto phase = status().phase;
        const bool ended = phase == ReleasePhase::Deployed || phase == ReleasePhase::Suspended;
        if (ended || !process_->look_again) return;
        wait_for_timer();
    }
}

void FakeWorld::wait_for_timer() {
    if (!process_->look_again) return;
    clock.pass(std::max(*process_->look_again - clock.now(), Duration{0}));
    process_->due.insert(key);
    run();
}

}  // namespace slipway::test

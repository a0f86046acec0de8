#include "rig/world.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/base/text.hpp"
#include "core/model/release.hpp"

namespace slipway::bench {
namespace {

using nlohmann::json;
using namespace std::chrono_literals;

constexpr auto patience = 120s;

const Kind& release_kind() { return test::kind_of(std::string(release_group), "Release"); }

std::string text_of(const std::string& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    return text.str();
}

Object object_of(const json& document) {
    auto object = Object::from_json(document);
    if (!object) throw std::runtime_error(object.error().message);
    return *std::move(object);
}

}  // namespace

struct Releases::Sink final : ports::WatchSink {
    void on_object(const Object& object) override {
        const std::lock_guard lock(mutex);
        statuses[object.id()] = read_metadata(object).status;
        changed.notify_all();
    }
    void on_left(const ObjectId& id, const std::string&) override {
        const std::lock_guard lock(mutex);
        statuses.erase(id);
        changed.notify_all();
    }
    void on_synced() override {}
    void on_trouble(const Error&) override {}

    template <class Question>
    void wait(const std::string& what, Question question) {
        std::unique_lock lock(mutex);
        if (!changed.wait_for(lock, patience, question))
            throw std::runtime_error(what + " took more than two minutes");
    }

    std::mutex mutex;
    std::condition_variable changed;
    std::map<ObjectId, ReleaseStatus> statuses;
};

Releases::Releases(ports::Cluster& api) : sink_(std::make_shared<Sink>()) {
    watch_ = api.watch(ports::Identity::itself(), release_kind(), {}, sink_);
}

Releases::~Releases() = default;

void Releases::wait(const ObjectId& release, const Holds& holds) { wait_for_all({release}, holds); }

void Releases::wait_for_all(const std::vector<ObjectId>& releases, const Holds& holds) {
    std::size_t next = 0;
    sink_->wait(releases.front().name, [&] {
        while (next < releases.size()) {
            const auto found = sink_->statuses.find(releases[next]);
            if (found == sink_->statuses.end() || !holds(found->second)) return false;
            ++next;
        }
        return true;
    });
}

void Releases::wait_until_gone(const ObjectId& release) {
    sink_->wait("the end of " + release.name, [&] { return !sink_->statuses.contains(release); });
}

void Releases::wait_until_all_gone() {
    sink_->wait("the end of all releases", [&] { return sink_->statuses.empty(); });
}

World::World(const std::string& log_level)
    : audit_file_(test::begin_audit()), cluster_(std::make_unique<test::LocalCluster>()) {
    audit_ = std::make_unique<test::AuditLog>(audit_file_);
    releases_ = std::make_unique<Releases>(api());
    operator_ = std::make_unique<test::RunningOperator>(
        *cluster_,
        test::OperatorOptions{
            .arguments = {"--scratch", cluster_->folder() + "/scratch"},
            .log_level = log_level,
            .lease = {}}
    );
}

World::~World() {
    operator_.reset();
    releases_.reset();
    cluster_.reset();
    std::error_code ignored;
    if (std::getenv("SLIPWAY_KEEP") == nullptr)
        std::filesystem::remove_all(std::filesystem::path(audit_file_).parent_path(), ignored);
}

RawClient World::raw_client(const std::string& in_namespace, int connections) {
    const auto token = cluster_->kubectl({"create", "token", "deployer", "-n", in_namespace});
    const std::string server = cluster_->api_server();
    const std::size_t colon = server.rfind(':');
    const std::string host = server.substr(server.find("//") + 2);
    return RawClient(
        {.host = host.substr(0, host.rfind(':')),
         .port = server.substr(colon + 1),
         .certificate_authority = text_of(cluster_->folder() + "/ca.crt"),
         .token = std::string(trimmed(token.output))},
        connections
    );
}

void World::create(const json& document) { create_all({document}); }

void World::create_all(const std::vector<json>& documents) {
    std::vector<ports::Write> writes;
    for (const json& document : documents) {
        const Object object = object_of(document);
        const ObjectId id = object.id();
        writes.push_back(ports::Create{test::kind_of(id.group, id.kind), object, "bench"});
    }
    for (const auto& answer : api().write(ports::Identity::itself(), writes)) {
        if (!answer) throw std::runtime_error(answer.error().message);
    }
}

void World::merge(const json& document) {
    const Object object = object_of(document);
    const ObjectId id = object.id();
    const std::vector<ports::Write> writes{
        ports::Merge{test::kind_of(id.group, id.kind), object, "bench"}};
    for (const auto& answer : api().write(ports::Identity::itself(), writes)) {
        if (!answer) throw std::runtime_error(answer.error().message);
    }
}

void World::remove(const ObjectId& id) {
    const Kind& kind = test::kind_of(id.group, id.kind);
    const auto live = api().get(ports::Identity::itself(), kind, id);
    if (!live) throw std::runtime_error(live.error().message);
    const std::vector<ports::Write> writes{
        ports::Delete{kind, id, live->uid(), Propagation::Background}};
    api().write(ports::Identity::itself(), writes);
}

ObjectId release_id(const std::string& in_namespace, const std::string& name) {
    return {
        .group = std::string(release_group),
        .kind = "Release",
        .in_namespace = in_namespace,
        .name = name};
}

json release_of(const ObjectId& id, const std::vector<std::string>& config_maps) {
    json spec;
    spec["serviceAccountName"] = "deployer";
    spec["sources"] = json::array();
    for (const std::string& name : config_maps)
        spec["sources"].push_back({{"configMapRef", {{"name", name}}}});
    return {
        {"apiVersion", "slipway.dev/v1alpha1"},
        {"kind", "Release"},
        {"metadata", {{"name", id.name}, {"namespace", id.in_namespace}}},
        {"spec", spec}};
}

bool is_deployed(const ReleaseStatus& status) { return status.phase == ReleasePhase::Deployed; }

}  // namespace slipway::bench

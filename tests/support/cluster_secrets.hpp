/// Secrets in memory behind ports::Cluster, for tests of the store; it can die at any write.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "ports/cluster.hpp"

namespace slipway::test {

class SecretCluster final : public ports::Cluster {
public:
    std::map<std::string, nlohmann::json> secrets{};
    std::vector<std::string> log{};
    /// After so many writes every further one is lost.
    int lives = 1'000'000;

    std::vector<std::string> names() const {
        std::vector<std::string> all;
        for (const auto& [name, secret] : secrets)
            all.push_back(name);
        return all;
    }

    Result<Object> get(const ports::Identity&, const Kind&, const ObjectId& id) override {
        const auto found = secrets.find(id.name);
        if (found == secrets.end()) return Error{ErrorKind::NotFound, id.title() + " is not there"};
        return Object::from_json(found->second);
    }

    Result<std::vector<Object>> list(
        const ports::Identity&, const Kind&, const ports::Selection& selection
    ) override {
        std::vector<Object> found;
        const auto equals = selection.labels.find('=');
        for (const auto& [name, secret] : secrets) {
            const auto object = Object::from_json(secret).value();
            const auto value = object.label(selection.labels.substr(0, equals));
            if (value == selection.labels.substr(equals + 1)) found.push_back(object);
        }
        return found;
    }

    std::vector<Result<ports::Written>> write(
        const ports::Identity&, std::span<const ports::Write> writes
    ) override {
        std::vector<Result<ports::Written>> results;
        for (const auto& write : writes) {
            if (lives-- <= 0) {
                results.push_back(Error{ErrorKind::Unavailable, "the process is dead"});
                continue;
            }
            results.push_back(std::visit([this](const auto& one) { return commit(one); }, write));
        }
        return results;
    }

    Result<Kind> find_kind(const GroupKind&, const std::string&) override { return unasked(); }
    Result<Kind> find_resource(const std::string&) override { return unasked(); }
    void forget_kinds(const std::string&) override {}
    Result<Object> write_status(const ObjectId&, const std::string&, const nlohmann::json&)
        override {
        return unasked();
    }
    Result<Object> set_finalizer(const Object&, bool) override { return unasked(); }
    std::unique_ptr<ports::Watch>
    watch(const ports::Identity&, const Kind&, const ports::Selection&, std::shared_ptr<ports::WatchSink>)
        override {
        return nullptr;
    }

private:
    static Error unasked() { return {ErrorKind::Internal, "the store does not ask this"}; }

    Result<ports::Written> commit(const ports::Create& create) {
        const std::string name(create.object.name());
        if (secrets.contains(name)) return Error{ErrorKind::AlreadyExists, name};
        log.push_back("create " + name);
        return put(name, create.object.document());
    }

    Result<ports::Written> commit(const ports::Apply& apply) {
        const std::string name(apply.object.name());
        const auto version = apply.object.resource_version();
        const auto found = secrets.find(name);
        const bool is_stale =
            !version.empty() &&
            (found == secrets.end() || found->second["metadata"]["resourceVersion"] != version);
        if (is_stale) return Error{ErrorKind::Conflict, name};
        log.push_back("apply " + name);
        auto document = apply.object.document();
        if (found != secrets.end()) {
            // What the POST set stays its own: an apply does not remove it.
            const auto applied = std::exchange(document["data"], found->second["data"]);
            document["data"].update(applied);
        }
        return put(name, std::move(document));
    }

    Result<ports::Written> commit(const ports::Delete& removal) {
        if (secrets.erase(removal.id.name) > 0) log.push_back("delete " + removal.id.name);
        return ports::Written{};
    }

    Result<ports::Written> commit(const ports::Merge&) { return unasked(); }

    Result<ports::Written> put(const std::string& name, nlohmann::json document) {
        if (!secrets.contains(name))
            document["metadata"]["uid"] = "uid-" + std::to_string(++revision_);
        document["metadata"]["resourceVersion"] = std::to_string(++revision_);
        if (secrets.contains(name)) {
            auto& before = secrets[name]["metadata"];
            document["metadata"]["uid"] = before["uid"];
            if (before.contains("deletionTimestamp")) {
                document["metadata"]["deletionTimestamp"] = before["deletionTimestamp"];
            }
        }
        secrets[name] = document;
        return ports::Written{Object::from_json(document).value()};
    }

    int revision_ = 100;
};

}  // namespace slipway::test

/// A watch on ConfigMaps whose server is the test.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "edge/cluster/watch.hpp"
#include "support/catch.hpp"
#include "support/cluster_http.hpp"

namespace slipway::test {

using namespace slipway::cluster;
using namespace std::chrono_literals;
using Catch::Matchers::StartsWith;

using Told = std::vector<std::string>;

struct Notes final : ports::WatchSink {
    void on_object(const Object& object) override {
        ++told_since_list;
        note("object " + object.id().text() + " " + object.uid());
        if (on_first_object) std::exchange(on_first_object, nullptr)();
    }
    void on_left(const ObjectId& id, const std::string& uid) override {
        note("left " + id.text() + " " + uid);
        if (on_first_left) std::exchange(on_first_left, nullptr)();
    }
    void on_rewound() override { note("rewound"); }
    void on_synced() override { note("synced"); }
    void on_listed(const std::string& resource_version) override {
        listed = resource_version;
        if (on_first_list) std::exchange(on_first_list, nullptr)();
    }
    void on_list() override { told_since_list = 0; }
    bool sees_what_is_missing() const override { return sees_missing; }
    void on_trouble(const Error& error) override {
        note("trouble " + std::string(reason(error.kind)));
    }
    void note(std::string text) { told.push_back(std::move(text)); }

    Told told{};
    bool sees_missing = false;
    int told_since_list = 0;
    std::string listed{};  ///< The resourceVersion of the last complete list.
    std::function<void()> on_first_object{};
    std::function<void()> on_first_left{};
    std::function<void()> on_first_list{};
};

inline std::string config_map(
    const std::string& name, const std::string& uid, const std::string& version
) {
    return R"({"metadata": {"name": ")" + name + R"(", "namespace": "shop", "uid": ")" + uid +
           R"(", "resourceVersion": ")" + version + R"("}})";
}

inline std::string page(
    const std::vector<std::string>& items, const std::string& version, const std::string& more = ""
) {
    std::string all;
    for (const auto& item : items)
        all += (all.empty() ? "" : ",") + item;
    return R"({"kind": "ConfigMapList", "metadata": {"resourceVersion": ")" + version +
           R"(", "continue": ")" + more + R"("}, "items": [)" + all + "]}";
}

inline std::string event(const char* type, const std::string& object) {
    return std::string(R"({"type": ")") + type + R"(", "object": )" + object + "}";
}

inline std::string status(int code, const char* reason) {
    return R"({"kind": "Status", "message": "m", "reason": ")" + std::string(reason) +
           R"(", "details": {"kind": "configmaps"}, "code": )" + std::to_string(code) + "}";
}

struct Watching {
    explicit Watching(ports::Selection selection = {.labels = "a=b"}, bool sees_missing = false) {
        notes->sees_missing = sees_missing;
        watch = start_watch(
            {.client = client,
             .clock = clock,
             .server = server,
             .as = *ports::Identity::service_account("shop", "deployer"),
             .kind = {.version = "v1", .kind = "ConfigMap", .plural = "configmaps"},
             .selection = std::move(selection)},
            notes
        );
    }
    /// Lists one object and watches from there.
    void begins() {
        client.answers(200, page({config_map("a", "u1", "5")}, "10"));
        client.opens();
        notes->told.clear();
    }
    std::string asked() const { return test::line(client.last_stream()); }

    test::FakeClient client{};
    test::FakeClock clock{};
    ServerReturn server{clock};
    std::shared_ptr<Notes> notes = std::make_shared<Notes>();
    std::unique_ptr<ports::Watch> watch{};
};

}  // namespace slipway::test

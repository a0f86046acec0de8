/// A real API server that calls a webhook of ours: down, then up.
#include <atomic>
#include <mutex>

#include <nlohmann/json.hpp>

#include "core/base/base64.hpp"
#include "healthy_release.hpp"
#include "support/http_server.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

/// Hangs up on whoever asks, until it is up; then it allows everything.
class Webhook {
public:
    std::string configuration(const std::string& name, const std::string& in_namespace) const {
        const nlohmann::json webhook{
            {"name", "settings.example.com"},
            {"admissionReviewVersions", {"v1"}},
            {"sideEffects", "None"},
            {"failurePolicy", "Fail"},
            {"timeoutSeconds", 2},
            {"namespaceSelector",
             {{"matchLabels", {{"kubernetes.io/metadata.name", in_namespace}}}}},
            {"rules",
             {{{"apiGroups", {""}},
               {"apiVersions", {"v1"}},
               {"resources", {"configmaps"}},
               {"operations", {"CREATE"}}}}},
            {"clientConfig",
             {{"url", "https://127.0.0.1:" + server_.port() + "/"},
              {"caBundle", base64(authority_.certificate())}}}};
        return nlohmann::json{
            {"apiVersion", "admissionregistration.k8s.io/v1"},
            {"kind", "ValidatingWebhookConfiguration"},
            {"metadata", {{"name", name}}},
            {"webhooks", {webhook}}}
            .dump();
    }

    void come_up() { is_up_ = true; }
    int asked() const { return asked_; }

private:
    void serve(Peer& peer) {
        while (const auto request = peer.read_request()) {
            ++asked_;
            if (!is_up_) return;
            auto review = nlohmann::json::parse(request->body);
            review["response"] = {{"uid", review["request"]["uid"]}, {"allowed", true}};
            review.erase("request");
            peer.respond(200, review.dump(), "Content-Type: application/json\r\n");
        }
    }

    std::atomic<bool> is_up_ = false;
    std::atomic<int> asked_ = 0;
    Authority authority_;
    HttpServer server_{
        [this](Peer& peer) { serve(peer); },
        ServerTls{.identity = authority_.issue("webhook", "IP:127.0.0.1")}};
};

/// The API server hears of a new webhook by a watch of its own.
bool is_called(LocalCluster& cluster, const std::string& in_namespace) {
    for (int attempt = 0; attempt < 100; ++attempt) {
        const auto refused = cluster.kubectl(
            {"create", "configmap", "probe", "-n", in_namespace, "--dry-run=server"}, "", false
        );
        if (refused.exit_code != 0) return true;
    }
    return false;
}

}  // namespace

TEST_CASE(
    "what waits for a webhook that is down goes on in the same attempt when it is up, and nothing "
    "else waits",
    "[integration][bad-days]"
) {
    auto& cluster = LocalCluster::shared();
    CountingProxy proxy(cluster);
    RunningOperator running(cluster, {.server = proxy.address()});
    HealthyRelease healthy(cluster, proxy);
    const std::string space = cluster.make_namespace("webhook");
    Webhook webhook;
    cluster.apply(webhook.configuration(space, space));
    REQUIRE(is_called(cluster, space));
    ReleaseUnderTest release(cluster, space, "shop");

    release.apply(annotated("settings", ""));
    REQUIRE(release.wait_for_waiting("a webhook did not answer"));
    ReleaseUnderTest other(cluster, cluster.make_namespace("beside"), "shop");
    other.apply(annotated("settings", ""));
    CHECK(other.wait_for(ReleasePhase::Deployed, 1));
    CHECK_FALSE(cluster.exists({.kind = "ConfigMap", .in_namespace = space, .name = "settings"}));
    webhook.come_up();

    CHECK(release.wait_for(ReleasePhase::Deployed, 1));
    CHECK(release.status().attempt == 1);
    CHECK(webhook.asked() >= 2);
    healthy.check_undisturbed();
    cluster.kubectl({"delete", "validatingwebhookconfiguration", space});
}

#include "edge/cluster/kubeconfig.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "edge/cluster/in_cluster.hpp"
#include "edge/cluster/server_url.hpp"
#include "support/catch.hpp"
#include "support/cluster_http.hpp"

using namespace slipway;
using namespace slipway::cluster;
using namespace std::chrono_literals;
using Catch::Matchers::Contains;

namespace {

std::string kubeconfig(const std::string& cluster, const std::string& user) {
    return "apiVersion: v1\nkind: Config\ncurrent-context: here\n"
           "contexts:\n"
           "- name: here\n  context: {cluster: c, user: u, namespace: shop}\n"
           "- name: there\n  context: {cluster: c, user: u}\n"
           "- name: broken\n  context: {cluster: nowhere, user: u}\n"
           "clusters:\n- name: c\n  cluster: " +
           cluster +
           "\n"
           "users:\n- name: u\n  user: " +
           user + "\n";
}

const std::string server = "{server: \"https://10.0.0.1:6443\", certificate-authority: ca.crt}";

Result<Access> read(
    const std::string& cluster, const std::string& user, const std::string& context = ""
) {
    return read_kubeconfig("/home/me/.kube/config", kubeconfig(cluster, user), context);
}

/// A folder that goes with the test.
struct Folder {
    Folder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "slipway-XXXXXX").string();
        path = mkdtemp(pattern.data());
    }
    ~Folder() { std::filesystem::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path + "/" + name) << text;
    }

    std::string path{};
};

}  // namespace

TEST_CASE("a kubeconfig with certificates is read as kubectl reads it", "[cluster][kubeconfig]") {
    const auto access = read(
        "{server: \"https://[::1]:6443\", certificate-authority-data: Y2E=, tls-server-name: "
        "api.local}",
        "{client-certificate: certs/me.crt, client-key: /etc/me.key}"
    );

    REQUIRE(access);
    CHECK(access->endpoint.host == "::1");
    CHECK(access->endpoint.port == "6443");
    CHECK(access->endpoint.tls);
    CHECK(access->endpoint.server_name == "api.local");
    CHECK(access->credentials.certificate_authority.text == "ca");
    CHECK(access->credentials.client_certificate.path == "/home/me/.kube/certs/me.crt");
    CHECK(access->credentials.client_key.path == "/etc/me.key");
    CHECK(access->in_namespace == "shop");
}

TEST_CASE("a token may stand in the kubeconfig or in a file, which wins", "[cluster][kubeconfig]") {
    const auto inline_token = read(server, "{token: abc}");
    const auto both = read(server, "{token: abc, tokenFile: token}");

    REQUIRE((inline_token && both));
    CHECK(inline_token->credentials.token.text == "abc");
    CHECK(both->credentials.token.path == "/home/me/.kube/token");
    CHECK(both->credentials.token.text.empty());
}

TEST_CASE("another context than the current one can be named", "[cluster][kubeconfig]") {
    const auto access = read(server, "{token: abc}", "there");

    REQUIRE(access);
    CHECK(access->in_namespace.empty());
}

TEST_CASE(
    "what a kubeconfig asks for in vain is refused with a sentence", "[cluster][kubeconfig]"
) {
    struct Row {
        const char* cluster;
        const char* user;
        const char* context;
        const char* message;
    };
    const auto row = GENERATE(
        Row{"",
            "{exec: {command: aws}}",
            "",
            "it uses exec, which is not supported: no program is run for a token; give token, "
            "tokenFile or a client certificate"},
        Row{"",
            "{auth-provider: {name: gcp}}",
            "",
            "it uses auth-provider, which is not supported: there are no such plugins any more; "
            "give token, tokenFile or a client certificate"},
        Row{"",
            "{username: me, password: p}",
            "",
            "it uses username, which is not supported: Kubernetes has no passwords since 1.19; "
            "give token or a client certificate"},
        Row{"",
            "{token: t, as: admin}",
            "",
            "it uses as, which is not supported: the account of a kubeconfig is used as it is; "
            "impersonation is per Release"},
        Row{"{server: \"https://a\", insecure-skip-tls-verify: true}",
            "{token: t}",
            "",
            "it uses insecure-skip-tls-verify, which is not supported: the server's certificate is "
            "always verified; give certificate-authority"},
        Row{"{server: \"https://a\", proxy-url: \"http://p\"}",
            "{token: t}",
            "",
            "it uses proxy-url, which is not supported: the API server is reached without a proxy; "
            "give an address that is"},
        Row{"{server: \"https://a/k8s/clusters/c\"}",
            "{token: t}",
            "",
            "its server \"https://a/k8s/clusters/c\" has more than a host and a port, which is not "
            "supported; write it like https://10.0.0.1:6443"},
        Row{"{server: \"ftp://a\"}",
            "{token: t}",
            "",
            "its server \"ftp://a\" is no https address; write it like https://10.0.0.1:6443"},
        Row{"", "{token: t}", "nowhere", "it has no context called \"nowhere\""},
        Row{"", "{token: t}", "broken", "it has no cluster called \"nowhere\""},
        Row{"", "{client-certificate: c}", "", "client-certificate and client-key need each other"},
        Row{"", "{}", "", "its user has neither a token nor a client certificate"},
        Row{"{server: \"https://a\", certificate-authority-data: \"!\"}",
            "{token: t}",
            "",
            "certificate-authority-data is not base64"}
    );
    CAPTURE(row.message);

    const auto access = read(*row.cluster == '\0' ? server : row.cluster, row.user, row.context);

    REQUIRE_FALSE(access);
    CHECK(access.error().kind == ErrorKind::InvalidSpec);
    CHECK(
        access.error().message ==
        std::string("the kubeconfig /home/me/.kube/config: ") + row.message
    );
}

TEST_CASE("what a kubeconfig switches off is no reason to refuse it", "[cluster][kubeconfig]") {
    CHECK(read(
        "{server: \"https://a\", insecure-skip-tls-verify: false, proxy-url: \"\"}",
        "{token: t, exec: null}"
    ));
}

TEST_CASE("a kubeconfig that is no YAML or is not there is refused", "[cluster][kubeconfig]") {
    CHECK_FALSE(read_kubeconfig("c", "a: [", ""));
    CHECK_FALSE(read_kubeconfig("c", "just text", ""));
    const auto missing = kubeconfig_access("/nowhere/config", "");
    REQUIRE_FALSE(missing);
    CHECK(missing.error().message == "/nowhere/config cannot be read: No such file or directory");
}

TEST_CASE("server addresses are read with their usual ports", "[cluster][kubeconfig]") {
    struct Row {
        const char* url;
        const char* host;
        const char* port;
        bool tls;
    };
    const auto row = GENERATE(
        Row{"https://a.example.com", "a.example.com", "443", true},
        Row{"https://a.example.com/", "a.example.com", "443", true},
        Row{"http://127.0.0.1:8080", "127.0.0.1", "8080", false},
        Row{"https://[fd00::1]", "fd00::1", "443", true}
    );
    CAPTURE(row.url);

    const auto endpoint = endpoint_of(row.url);

    REQUIRE(endpoint);
    CHECK(endpoint->host == row.host);
    CHECK(endpoint->port == row.port);
    CHECK(endpoint->tls == row.tls);
    CHECK_FALSE(endpoint_of("https://a:0"));
    CHECK_FALSE(endpoint_of("https://a:x"));
    CHECK_FALSE(endpoint_of("https://"));
}

TEST_CASE(
    "a rotated token is used within a minute, or as soon as the old one is refused",
    "[cluster][credentials]"
) {
    const Folder folder;
    test::FakeClock clock;
    folder.write("token", "first\n");
    FileCredentials credentials({.token = {.path = folder.path + "/token"}}, clock);
    CHECK(*credentials.bearer_token() == "first");

    folder.write("token", "second");
    clock.time += 59s;
    CHECK(*credentials.bearer_token() == "first");
    clock.time += 1s;
    CHECK(*credentials.bearer_token() == "second");
    folder.write("token", "third");
    credentials.refused();
    CHECK(*credentials.bearer_token() == "third");
}

TEST_CASE("a token file that is gone for a moment does not lock us out", "[cluster][credentials]") {
    const Folder folder;
    test::FakeClock clock;
    folder.write("token", "first");
    FileCredentials credentials({.token = {.path = folder.path + "/token"}}, clock);
    REQUIRE(credentials.bearer_token());

    std::filesystem::remove(folder.path + "/token");
    clock.time += 5min;

    CHECK(*credentials.bearer_token() == "first");
    credentials.refused();
    CHECK_FALSE(credentials.bearer_token());
}

TEST_CASE("a pod finds its API server and its account", "[cluster][credentials]") {
    const Folder mount;
    setenv("KUBERNETES_SERVICE_HOST", "10.0.0.1", 1);
    setenv("KUBERNETES_SERVICE_PORT", "443", 1);

    const auto without_token = in_cluster_access(mount.path);
    mount.write("token", "t");
    mount.write("ca.crt", "ca");
    mount.write("namespace", "slipway-system\n");
    const auto access = in_cluster_access(mount.path);
    unsetenv("KUBERNETES_SERVICE_HOST");
    const auto elsewhere = in_cluster_access(mount.path);

    REQUIRE_FALSE(without_token);
    CHECK_THAT(without_token.error().message, Contains("/token cannot be read"));
    REQUIRE(access);
    CHECK(access->endpoint.host == "10.0.0.1");
    CHECK(access->in_namespace == "slipway-system");
    CHECK(access->credentials.token.path == mount.path + "/token");
    REQUIRE_FALSE(elsewhere);
    CHECK_THAT(elsewhere.error().message, Contains("no pod of a cluster"));
}

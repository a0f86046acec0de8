#include "edge/cluster/kubeconfig.hpp"

#include <array>
#include <filesystem>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/base64.hpp"
#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "core/model/json_fields.hpp"
#include "edge/cluster/server_url.hpp"

namespace slipway::cluster {
namespace {

using nlohmann::json;

/// Keys that cannot be honoured, and what to do instead.
using Refused = std::pair<const char*, const char*>;

constexpr std::array cluster_refused{
    Refused{
        "insecure-skip-tls-verify",
        "the server's certificate is always verified; give certificate-authority"},
    Refused{"proxy-url", "the API server is reached without a proxy; give an address that is"},
};

constexpr std::array user_refused{
    Refused{"exec", "no program is run for a token; give token, tokenFile or a client certificate"},
    Refused{
        "auth-provider",
        "there are no such plugins any more; give token, tokenFile or a client certificate"},
    Refused{
        "username", "Kubernetes has no passwords since 1.19; give token or a client certificate"},
    Refused{"as", "the account of a kubeconfig is used as it is; impersonation is per Release"},
};

/// What is written but asks for nothing.
bool is_off(const json& value) {
    const bool is_empty_text = value.is_string() && value.get<std::string>().empty();
    return value.is_null() || value == false || is_empty_text;
}

/// One kubeconfig on its way to an Access.
class Reader {
public:
    Reader(std::string path, json document)
        : path_(std::move(path)), document_(std::move(document)) {}

    Result<Access> access(const std::string& asked_context) const {
        const json context = TRY(this->context(asked_context));
        const json cluster = TRY(entry("clusters", "cluster", fields::text(context, "cluster")));
        const json user = TRY(entry("users", "user", fields::text(context, "user")));
        TRY(refuse(cluster, cluster_refused));
        TRY(refuse(user, user_refused));
        Access access;
        access.endpoint = TRY(endpoint(cluster));
        access.credentials = TRY(credentials(cluster, user));
        access.in_namespace = fields::text(context, "namespace");
        return access;
    }

private:
    Error wrong(std::string_view what) const {
        return {ErrorKind::InvalidSpec, format("the kubeconfig {}: {}", path_, what)};
    }

    Result<json> context(std::string name) const {
        if (name.empty()) name = fields::text(document_, "current-context");
        if (name.empty()) return wrong("it has no current-context; name a context");
        return entry("contexts", "context", name);
    }

    Result<http::Endpoint> endpoint(const json& cluster) const {
        auto endpoint = endpoint_of(fields::text(cluster, "server"));
        if (!endpoint) return wrong(endpoint.error().message);
        endpoint->server_name = fields::text(cluster, "tls-server-name");
        return endpoint;
    }

    /// clusters: [{name: ..., cluster: {...}}], and the same for contexts and users.
    Result<json> entry(const char* list, const char* key, const std::string& name) const {
        const json* entries = fields::find(document_, list);
        if (entries != nullptr && entries->is_array()) {
            for (const json& one : *entries) {
                const json* held = fields::find(one, key);
                if (fields::text(one, "name") == name && held != nullptr) return *held;
            }
        }
        return wrong(format("it has no {} called \"{}\"", key, name));
    }

    template <std::size_t count>
    Result<void> refuse(const json& entry, const std::array<Refused, count>& refused) const {
        for (const auto& [key, instead] : refused) {
            const json* value = fields::find(entry, key);
            if (value == nullptr || is_off(*value)) continue;
            return wrong(format("it uses {}, which is not supported: {}", key, instead));
        }
        return {};
    }

    Result<CredentialSources> credentials(const json& cluster, const json& user) const {
        CredentialSources sources;
        sources.certificate_authority = TRY(source(cluster, "certificate-authority"));
        sources.client_certificate = TRY(source(user, "client-certificate"));
        sources.client_key = TRY(source(user, "client-key"));
        if (sources.client_certificate.is_given() != sources.client_key.is_given()) {
            return wrong("client-certificate and client-key need each other");
        }
        // As kubectl does, the file wins: it is the one that is rotated.
        const auto token_file = fields::text(user, "tokenFile");
        sources.token.path = token_file.empty() ? "" : beside(token_file);
        if (token_file.empty()) sources.token.text = fields::text(user, "token");
        if (!sources.token.is_given() && !sources.client_certificate.is_given()) {
            return wrong("its user has neither a token nor a client certificate");
        }
        return sources;
    }

    /// `key` is a file's name, `key`-data the content in base64; the latter wins.
    Result<TextSource> source(const json& entry, const std::string& key) const {
        const std::string data_key = key + "-data";
        const auto data = fields::text(entry, data_key.c_str());
        const auto file = fields::text(entry, key.c_str());
        if (data.empty()) return TextSource{.path = file.empty() ? "" : beside(file)};
        auto text = base64_decoded(data);
        if (!text) return wrong(format("{} is not base64", data_key));
        return TextSource{.text = std::move(*text)};
    }

    std::string beside(const std::string& file) const {
        return (std::filesystem::path(path_).parent_path() / file).string();
    }

    std::string path_;
    json document_;
};

}  // namespace

Result<Access> read_kubeconfig(
    const std::string& path, std::string_view text, const std::string& context
) {
    return Reader(path, TRY(manifest::read_value(path, text))).access(context);
}

Result<Access> kubeconfig_access(const std::string& path, const std::string& context) {
    const std::string text = TRY(file_text(path));
    return read_kubeconfig(path, text, context);
}

}  // namespace slipway::cluster

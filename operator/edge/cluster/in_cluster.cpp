#include "edge/cluster/in_cluster.hpp"

#include <cstdlib>

#include "core/base/text.hpp"

namespace slipway::cluster {
namespace {

std::string environment(const char* name) {
    const char* value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe): read at the start.
    return value == nullptr ? "" : value;
}

}  // namespace

Result<Access> in_cluster_access(const std::string& mount) {
    const auto host = environment("KUBERNETES_SERVICE_HOST");
    const auto port = environment("KUBERNETES_SERVICE_PORT");
    if (host.empty() || port.empty()) {
        return Error{
            ErrorKind::SourceNotFound,
            "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set, so this is no pod of "
            "a cluster; give a kubeconfig"};
    }
    // Read once here, so that a pod without a token fails with its name, not with a 401.
    TRY(file_text(mount + "/token"));
    TRY(file_text(mount + "/ca.crt"));
    const auto in_namespace = file_text(mount + "/namespace");
    return Access{
        .endpoint = {.host = host, .port = port},
        .credentials =
            {.certificate_authority = {.path = mount + "/ca.crt"},
             .token = {.path = mount + "/token"}},
        .in_namespace = in_namespace ? std::string(trimmed(*in_namespace)) : "",
    };
}

}  // namespace slipway::cluster

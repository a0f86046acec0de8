/// The access that Kubernetes gives to every pod: its service account.
#pragma once

#include "core/base/result.hpp"
#include "edge/cluster/credentials.hpp"

namespace slipway::cluster {

inline constexpr auto service_account_mount = "/var/run/secrets/kubernetes.io/serviceaccount";

/// From KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT and the files under `mount`; the
/// namespace is the pod's. SourceNotFound: this is no pod, or its token is not mounted.
Result<Access> in_cluster_access(const std::string& mount = service_account_mount);

}  // namespace slipway::cluster

/// The order of kinds: Helm 4's InstallOrder (pkg/release/v1/util/kind_sorter.go), which werf and
/// KOTS share but for the kinds that are newer than they are.
#include <algorithm>
#include <array>

#include "core/plan/plan.hpp"

namespace slipway::plan {
namespace {

constexpr std::array install_order = std::to_array<std::string_view>({
    "PriorityClass",
    "Namespace",
    "NetworkPolicy",
    "ResourceQuota",
    "LimitRange",
    "PodSecurityPolicy",
    "PodDisruptionBudget",
    "ServiceAccount",
    "Secret",
    "SecretList",
    "ConfigMap",
    "StorageClass",
    "PersistentVolume",
    "PersistentVolumeClaim",
    "CustomResourceDefinition",
    "ClusterRole",
    "ClusterRoleList",
    "ClusterRoleBinding",
    "ClusterRoleBindingList",
    "Role",
    "RoleList",
    "RoleBinding",
    "RoleBindingList",
    "Service",
    "DaemonSet",
    "Pod",
    "ReplicationController",
    "ReplicaSet",
    "Deployment",
    "HorizontalPodAutoscaler",
    "StatefulSet",
    "Job",
    "CronJob",
    "IngressClass",
    "Ingress",
    "APIService",
    "MutatingWebhookConfiguration",
    "ValidatingWebhookConfiguration",
});

}  // namespace

int install_rank(std::string_view kind) {
    const auto place = std::find(install_order.begin(), install_order.end(), kind);
    return static_cast<int>(place - install_order.begin());
}

}  // namespace slipway::plan

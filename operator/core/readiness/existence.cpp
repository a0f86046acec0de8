/// Kinds without a state of their own (Kubernetes API reference: no status, or none that anybody
/// waits for): they are ready once they are stored.
#include <algorithm>
#include <array>

#include "core/readiness/readiness.hpp"

namespace slipway::readiness {
namespace {

struct Named {
    std::string_view group;
    std::string_view kind;
};

constexpr std::array stored_is_ready{
    Named{"", "ConfigMap"},
    Named{"", "LimitRange"},
    Named{"", "Secret"},
    Named{"", "ServiceAccount"},
    Named{"admissionregistration.k8s.io", "MutatingWebhookConfiguration"},
    Named{"admissionregistration.k8s.io", "ValidatingWebhookConfiguration"},
    Named{"networking.k8s.io", "IngressClass"},
    Named{"networking.k8s.io", "NetworkPolicy"},
    Named{"node.k8s.io", "RuntimeClass"},
    Named{"rbac.authorization.k8s.io", "ClusterRole"},
    Named{"rbac.authorization.k8s.io", "ClusterRoleBinding"},
    Named{"rbac.authorization.k8s.io", "Role"},
    Named{"rbac.authorization.k8s.io", "RoleBinding"},
    Named{"scheduling.k8s.io", "PriorityClass"},
    Named{"storage.k8s.io", "CSIDriver"},
    Named{"storage.k8s.io", "StorageClass"},
};

}  // namespace

bool is_ready_once_stored(const ObjectId& id) {
    return std::any_of(stored_is_ready.begin(), stored_is_ready.end(), [&](const Named& named) {
        return named.group == id.group && named.kind == id.kind;
    });
}

}  // namespace slipway::readiness

#include "core/model/built_in_kinds.hpp"

#include "core/base/text.hpp"

namespace slipway {
namespace {

enum class Scope { Namespaced, Cluster };

struct Row {
    const char* group;
    const char* version;
    const char* kind;
    const char* plural;
    Scope scope;
    const char* short_names = "";  ///< Separated by commas.
};

using enum Scope;

// The version is the one to ask for where nobody named another: the newest stable one that the
// oldest supported server has, else the first that any has. Short names: `kubectl api-resources`.
constexpr Row rows[] = {
    {"", "v1", "Binding", "bindings", Namespaced},
    {"", "v1", "ComponentStatus", "componentstatuses", Cluster, "cs"},
    {"", "v1", "ConfigMap", "configmaps", Namespaced, "cm"},
    {"", "v1", "Endpoints", "endpoints", Namespaced, "ep"},
    {"", "v1", "Event", "events", Namespaced, "ev"},
    {"", "v1", "LimitRange", "limitranges", Namespaced, "limits"},
    {"", "v1", "Namespace", "namespaces", Cluster, "ns"},
    {"", "v1", "Node", "nodes", Cluster, "no"},
    {"", "v1", "PersistentVolume", "persistentvolumes", Cluster, "pv"},
    {"", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", Namespaced, "pvc"},
    {"", "v1", "Pod", "pods", Namespaced, "po"},
    {"", "v1", "PodTemplate", "podtemplates", Namespaced},
    {"", "v1", "ReplicationController", "replicationcontrollers", Namespaced, "rc"},
    {"", "v1", "ResourceQuota", "resourcequotas", Namespaced, "quota"},
    {"", "v1", "Secret", "secrets", Namespaced},
    {"", "v1", "Service", "services", Namespaced, "svc"},
    {"", "v1", "ServiceAccount", "serviceaccounts", Namespaced, "sa"},
    {"admissionregistration.k8s.io",
     "v1",
     "MutatingAdmissionPolicy",
     "mutatingadmissionpolicies",
     Cluster},
    {"admissionregistration.k8s.io",
     "v1",
     "MutatingAdmissionPolicyBinding",
     "mutatingadmissionpolicybindings",
     Cluster},
    {"admissionregistration.k8s.io",
     "v1",
     "MutatingWebhookConfiguration",
     "mutatingwebhookconfigurations",
     Cluster},
    {"admissionregistration.k8s.io",
     "v1",
     "ValidatingAdmissionPolicy",
     "validatingadmissionpolicies",
     Cluster},
    {"admissionregistration.k8s.io",
     "v1",
     "ValidatingAdmissionPolicyBinding",
     "validatingadmissionpolicybindings",
     Cluster},
    {"admissionregistration.k8s.io",
     "v1",
     "ValidatingWebhookConfiguration",
     "validatingwebhookconfigurations",
     Cluster},
    {"apiextensions.k8s.io",
     "v1",
     "CustomResourceDefinition",
     "customresourcedefinitions",
     Cluster,
     "crd,crds"},
    {"apiregistration.k8s.io", "v1", "APIService", "apiservices", Cluster},
    {"apps", "v1", "ControllerRevision", "controllerrevisions", Namespaced},
    {"apps", "v1", "DaemonSet", "daemonsets", Namespaced, "ds"},
    {"apps", "v1", "Deployment", "deployments", Namespaced, "deploy"},
    {"apps", "v1", "ReplicaSet", "replicasets", Namespaced, "rs"},
    {"apps", "v1", "StatefulSet", "statefulsets", Namespaced, "sts"},
    {"authentication.k8s.io", "v1", "SelfSubjectReview", "selfsubjectreviews", Cluster},
    {"authentication.k8s.io", "v1", "TokenReview", "tokenreviews", Cluster},
    {"authorization.k8s.io",
     "v1",
     "LocalSubjectAccessReview",
     "localsubjectaccessreviews",
     Namespaced},
    {"authorization.k8s.io", "v1", "SelfSubjectAccessReview", "selfsubjectaccessreviews", Cluster},
    {"authorization.k8s.io", "v1", "SelfSubjectRulesReview", "selfsubjectrulesreviews", Cluster},
    {"authorization.k8s.io", "v1", "SubjectAccessReview", "subjectaccessreviews", Cluster},
    {"autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", Namespaced, "hpa"},
    {"batch", "v1", "CronJob", "cronjobs", Namespaced, "cj"},
    {"batch", "v1", "Job", "jobs", Namespaced},
    {"certificates.k8s.io",
     "v1",
     "CertificateSigningRequest",
     "certificatesigningrequests",
     Cluster,
     "csr"},
    {"certificates.k8s.io", "v1beta1", "ClusterTrustBundle", "clustertrustbundles", Cluster},
    {"certificates.k8s.io",
     "v1beta1",
     "PodCertificateRequest",
     "podcertificaterequests",
     Namespaced},
    {"coordination.k8s.io", "v1", "Lease", "leases", Namespaced},
    {"coordination.k8s.io", "v1beta1", "LeaseCandidate", "leasecandidates", Namespaced},
    {"discovery.k8s.io", "v1", "EndpointSlice", "endpointslices", Namespaced},
    {"events.k8s.io", "v1", "Event", "events", Namespaced, "ev"},
    {"flowcontrol.apiserver.k8s.io", "v1", "FlowSchema", "flowschemas", Cluster},
    {"flowcontrol.apiserver.k8s.io",
     "v1",
     "PriorityLevelConfiguration",
     "prioritylevelconfigurations",
     Cluster},
    {"internal.apiserver.k8s.io", "v1alpha1", "StorageVersion", "storageversions", Cluster},
    {"networking.k8s.io", "v1", "IPAddress", "ipaddresses", Cluster, "ip"},
    {"networking.k8s.io", "v1", "Ingress", "ingresses", Namespaced, "ing"},
    {"networking.k8s.io", "v1", "IngressClass", "ingressclasses", Cluster},
    {"networking.k8s.io", "v1", "NetworkPolicy", "networkpolicies", Namespaced, "netpol"},
    {"networking.k8s.io", "v1", "ServiceCIDR", "servicecidrs", Cluster},
    {"node.k8s.io", "v1", "RuntimeClass", "runtimeclasses", Cluster},
    {"policy", "v1", "PodDisruptionBudget", "poddisruptionbudgets", Namespaced, "pdb"},
    {"rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", Cluster},
    {"rbac.authorization.k8s.io", "v1", "ClusterRoleBinding", "clusterrolebindings", Cluster},
    {"rbac.authorization.k8s.io", "v1", "Role", "roles", Namespaced},
    {"rbac.authorization.k8s.io", "v1", "RoleBinding", "rolebindings", Namespaced},
    {"resource.k8s.io", "v1", "DeviceClass", "deviceclasses", Cluster},
    {"resource.k8s.io", "v1alpha3", "DeviceTaintRule", "devicetaintrules", Cluster},
    {"resource.k8s.io", "v1", "ResourceClaim", "resourceclaims", Namespaced},
    {"resource.k8s.io", "v1", "ResourceClaimTemplate", "resourceclaimtemplates", Namespaced},
    {"resource.k8s.io", "v1", "ResourceSlice", "resourceslices", Cluster},
    {"scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses", Cluster, "pc"},
    {"slipway.dev", "v1alpha1", "Release", "releases", Namespaced, "rel"},
    {"storage.k8s.io", "v1", "CSIDriver", "csidrivers", Cluster},
    {"storage.k8s.io", "v1", "CSINode", "csinodes", Cluster},
    {"storage.k8s.io", "v1", "CSIStorageCapacity", "csistoragecapacities", Namespaced},
    {"storage.k8s.io", "v1", "StorageClass", "storageclasses", Cluster, "sc"},
    {"storage.k8s.io", "v1", "VolumeAttachment", "volumeattachments", Cluster},
    {"storage.k8s.io", "v1", "VolumeAttributesClass", "volumeattributesclasses", Cluster, "vac"},
    {"storagemigration.k8s.io",
     "v1alpha1",
     "StorageVersionMigration",
     "storageversionmigrations",
     Cluster},
};

Kind kind_of(const Row& row) {
    Kind kind{
        .group = row.group,
        .version = row.version,
        .kind = row.kind,
        .plural = row.plural,
        .namespaced = row.scope == Namespaced,
        .singular = lower_case(row.kind),
    };
    for (const auto name : split(row.short_names, ',')) {
        if (!name.empty()) kind.short_names.emplace_back(name);
    }
    return kind;
}

}  // namespace

std::vector<Kind> built_in_kinds() {
    std::vector<Kind> kinds;
    for (const Row& row : rows)
        kinds.push_back(kind_of(row));
    return kinds;
}

}  // namespace slipway

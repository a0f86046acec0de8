#include "core/manifest/roles.hpp"

namespace slipway::manifest {
namespace {

Role role_in_spec(const std::string& key) {
    if (key == "template" || key == "jobTemplate") return Role::Template;
    return key == "volumeClaimTemplates" ? Role::Templates : Role::Other;
}

}  // namespace

Role role_under(Role parent, const std::string& key) {
    switch (parent) {
        case Role::Object:
            if (key == "items") return Role::Items;
            [[fallthrough]];
        case Role::Template:
            if (key == "metadata") return Role::Metadata;
            return key == "spec" ? Role::Spec : Role::Other;
        case Role::Items: return Role::Object;
        case Role::Spec: return role_in_spec(key);
        case Role::Templates: return Role::Template;
        case Role::Metadata:
            return key == "annotations" || key == "labels" ? Role::Texts : Role::Other;
        case Role::Texts:
        case Role::Other: break;
    }
    return Role::Other;
}

bool is_checked(Role role, const std::string& key) {
    switch (role) {
        case Role::Object: return key == "apiVersion" || key == "kind" || key == "metadata";
        case Role::Metadata:
            return key == "name" || key == "namespace" || key == "annotations" || key == "labels";
        case Role::Items:
        case Role::Texts: return true;
        case Role::Spec:
        case Role::Templates:
        case Role::Template:
        case Role::Other: break;
    }
    return false;
}

}  // namespace slipway::manifest

#include "ports/identity.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace slipway::ports {
namespace {

bool is_dns_name(std::string_view text) {
    if (text.empty() || text.size() > 253) return false;
    return std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
    });
}

}  // namespace

Identity Identity::itself() { return {}; }

Result<Identity> Identity::service_account(std::string_view in_namespace, std::string_view name) {
    if (!is_dns_name(in_namespace) || !is_dns_name(name)) {
        return Error{
            ErrorKind::InvalidSpec,
            format(
                "\"{}\" in namespace \"{}\" is not the name of a service account",
                name,
                in_namespace
            )};
    }
    if (in_namespace == "kube-system") {
        return Error{
            ErrorKind::InvalidSpec,
            format(
                "ServiceAccount/{} is of kube-system, whose accounts are never impersonated; make "
                "the release in another namespace, and set spec.targetNamespace: kube-system where "
                "its objects belong there",
                name
            )};
    }
    Identity identity;
    identity.user_ = format("system:serviceaccount:{}:{}", in_namespace, name);
    return identity;
}

}  // namespace slipway::ports

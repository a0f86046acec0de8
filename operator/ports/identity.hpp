/// As whom a request is made: the operator itself, or a service account that it impersonates.
///
/// An impersonated identity cannot be built empty: a request that was meant for a tenant's account
/// can never run with the operator's own rights (CVE-2026-23990 was that).
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace slipway::ports {

/// Copied, never moved: a moved-from account would read as the operator itself.
class Identity {
public:
    Identity(const Identity&) = default;
    Identity& operator=(const Identity&) = default;
    ~Identity() = default;

    /// The operator's own account.
    static Identity itself();
    /// `system:serviceaccount:<namespace>:<name>`. InvalidSpec: an empty or malformed part (each
    /// must be a DNS name), or an account of kube-system, which is never impersonated.
    static Result<Identity> service_account(std::string_view in_namespace, std::string_view name);

    bool is_impersonated() const { return !user_.empty(); }
    /// "system:serviceaccount:shop:deployer"; "" for the operator itself.
    const std::string& user() const { return user_; }
    bool operator==(const Identity&) const = default;
    auto operator<=>(const Identity&) const = default;

private:
    Identity() = default;

    std::string user_;
};

}  // namespace slipway::ports

/// What the collections of a manifest are to Kubernetes, as far as messages need to know.
#pragma once

#include <string>

namespace slipway::manifest {

enum class Role { Object, Items, Spec, Templates, Template, Metadata, Texts, Other };

/// Of the collection that stands under `key` of one of role `parent`.
Role role_under(Role parent, const std::string& key);

/// True where objects.cpp may have to say where a value stands.
bool is_checked(Role role, const std::string& key);

}  // namespace slipway::manifest

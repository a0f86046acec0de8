#include "core/model/object_id.hpp"

namespace slipway {

std::string GroupKind::text() const {
    return group.empty() ? std::string(kind) : kind + "." + group;
}

std::string ObjectId::text() const {
    const std::string where = in_namespace.empty() ? "" : in_namespace + "/";
    return group_kind().text() + " " + where + name;
}

}  // namespace slipway

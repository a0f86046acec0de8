/// What the server answered to a read or a write that went well, as objects.
///
/// The server leaves out the kind of a list's items and calls metadata PartialObjectMetadata; what
/// is read here carries the apiVersion and kind that were asked for.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/model/kind.hpp"
#include "core/model/object.hpp"

namespace slipway::kubeapi {

struct ListPage {
    std::vector<Object> objects{};
    std::string resource_version{};
    std::string continue_token{};  ///< "" on the last page.
    std::size_t unreadable = 0;    ///< Items that are no objects; they are left out.
};

/// Unavailable: the body is no object of Kubernetes (a proxy answered, or it was cut off).
Result<Object> read_object(std::string_view body, const Kind& kind);
Result<ListPage> read_list(std::string_view body, const Kind& kind);
/// The answer to a DELETE: nothing where the object is gone (a Status), else as it is while it
/// terminates.
Result<std::optional<Object>> read_deleted(std::string_view body, const Kind& kind);

/// An object of `kind` out of a document that may lack apiVersion and kind.
Result<Object> as_object(nlohmann::json document, const Kind& kind);

}  // namespace slipway::kubeapi

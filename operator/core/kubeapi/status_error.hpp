/// From the API server's refusals to errors that say who must do what.
///
/// Promises: every answer outside 2xx becomes an Error of a kind that decides what is done next, in
/// words that name the object; what the server says of a Secret is never repeated, because it may
/// quote the Secret's content.
#pragma once

#include <string>

#include "core/base/error.hpp"
#include "core/kubeapi/request.hpp"
#include "core/model/kind.hpp"
#include "core/model/object_id.hpp"

namespace slipway::kubeapi {

/// What the answer is about.
struct Asked {
    Kind kind{};
    ObjectId id{};  ///< Without a name it was the whole collection.

    /// "Deployment/web in namespace shop", "every ConfigMap in namespace shop".
    std::string text() const;
};

/// REQUIRES: `answer` is no success.
Error error_of(const Response& answer, const Asked& asked);

}  // namespace slipway::kubeapi

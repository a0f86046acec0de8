/// metav1.Status: how the API server says what is wrong.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"
#include "core/kubeapi/request.hpp"

namespace slipway::kubeapi {

struct Cause {
    std::string reason{};  ///< "FieldValueInvalid", "FieldManagerConflict"; "" where none is given.
    std::string message{};
    std::string field{};  ///< "spec.template"; "" where none is given.
};

struct Status {
    int code = 0;
    std::string reason{};   ///< "NotFound", "AlreadyExists"; "" where none is given.
    std::string message{};  ///< "" where the answer was no Status: a proxy, or a plain 404.
    std::string about{};    ///< Name of the object or kind that it speaks of (details); may be "".
    std::string about_kind{};
    std::vector<Cause> causes{};
    /// From the header Retry-After, else from the Status.
    std::optional<Duration> retry_after{};

    bool has_cause(std::string_view wanted) const;
    /// True where the message or a cause's message holds `words`.
    bool says(std::string_view words) const;
};

/// Reads whatever was answered; what it does not say is left out.
Status read_status(const Response& answer);

}  // namespace slipway::kubeapi

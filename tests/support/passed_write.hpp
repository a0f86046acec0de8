/// A mutating request, as the counting proxy sees it pass: what it writes, and what came of it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace slipway::test {

struct PassedWrite {
    std::string method{};
    std::string in_namespace{};  ///< "" for what is cluster-scoped.
    std::string resource{};      ///< "deployments"
    std::string name{};
    std::string subresource{};  ///< "status", or "".
    int answer = 0;             ///< The server's status; 0: it never got there, or did not answer.
    std::string uid{};          ///< Of the object in the answer.

    /// "PATCH deployments/web": which write it is, whatever its namespace.
    std::string text() const;
    bool created() const { return answer == 201; }
    bool deleted() const { return method == "DELETE" && (answer == 200 || answer == 202); }
};

/// Nothing for reads, and for what a living operator writes whatever it does: Leases and Events.
std::optional<PassedWrite> passed_write(
    std::string_view method, std::string_view target, const std::string& body
);

/// Takes the answer's status and, where it is an object, its uid.
void take_answer(PassedWrite& write, int status, const std::string& body);

}  // namespace slipway::test

/// Kubernetes' own code, asked what it makes of a text: tests/oracle/.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace slipway::test {

/// The answers of tests/oracle/inputs to questions of this mode ("yaml", "documents", "jsonpath"),
/// in their order. Builds it first where its sources have changed; fails the test where it cannot.
std::vector<nlohmann::json> ask_oracle(
    const std::string& mode, const std::vector<nlohmann::json>& questions
);

}  // namespace slipway::test

#include "core/plan/labels.hpp"

#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"

namespace slipway::plan {

std::string missing_labels(const nlohmann::json& selector, const nlohmann::json* labels) {
    std::vector<std::string> missing;
    const bool has_labels = labels != nullptr && labels->is_object();
    for (const auto& [key, value] : selector.items()) {
        const bool has = has_labels && labels->contains(key) && (*labels)[key] == value;
        if (has) continue;
        missing.push_back(key + "=" + (value.is_string() ? value.get<std::string>() : ""));
    }
    return join(missing, ",");
}

}  // namespace slipway::plan

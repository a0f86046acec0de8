/// Objects with annotations: what the tests of dialects and plans share.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/manifest/manifest.hpp"

namespace slipway::testing {

/// The value, or a failed test that says why there is none.
template <class T>
T must(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().message);
    return std::move(result).value();
}

inline std::vector<SourcedObject> objects_of(const std::string& yaml) {
    return must(manifest::read_objects("shop.yaml", yaml));
}

/// One object with these annotations, given as lines of YAML ("werf.io/weight: '1'").
inline Object annotated(const std::string& annotations, const std::string& kind = "Job") {
    std::string yaml = "apiVersion: batch/v1\nkind: " + kind + "\nmetadata:\n  name: migrate\n";
    if (!annotations.empty()) yaml += "  annotations:\n";
    for (std::size_t from = 0; from < annotations.size();) {
        const auto end = std::min(annotations.find('\n', from), annotations.size());
        yaml += "    " + annotations.substr(from, end - from) + "\n";
        from = end + 1;
    }
    return objects_of(yaml).front().object;
}

}  // namespace slipway::testing

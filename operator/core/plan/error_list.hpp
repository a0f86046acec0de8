/// Errors are reported together, so that one round of editing mends them all.
#pragma once

#include <string>
#include <vector>

#include "core/base/result.hpp"

namespace slipway::plan {

class ErrorList {
public:
    void add(Error error);
    /// Success where there is no error; else the first one's kind with the first ten messages.
    Result<void> result() const;

private:
    std::vector<Error> errors_;
};

}  // namespace slipway::plan

#include "core/plan/error_list.hpp"

#include "core/base/text.hpp"

namespace slipway::plan {

void ErrorList::add(Error error) { errors_.push_back(std::move(error)); }

Result<void> ErrorList::result() const {
    constexpr std::size_t most = 10;
    if (errors_.empty()) return {};
    std::vector<std::string> lines;
    for (const Error& error : errors_) {
        if (lines.size() == most) {
            lines.push_back(format("and {} more", errors_.size() - most));
            break;
        }
        lines.push_back(error.message);
    }
    return Error{errors_.front().kind, join(lines, "\n")};
}

}  // namespace slipway::plan

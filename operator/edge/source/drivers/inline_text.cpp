/// `inline`: the manifests stand in the Release itself.
#include "edge/source/driver.hpp"

namespace slipway::source::drivers {
namespace {

bool is_inline(const SourceSpec& spec) { return std::holds_alternative<InlineSource>(spec); }

Result<std::vector<ports::SourceText>> read_inline(const Request& request) {
    return std::vector<ports::SourceText>{{"inline", std::get<InlineSource>(request.spec).text}};
}

}  // namespace

extern const Driver inline_text{.fetches = is_inline, .fetch = read_inline};

}  // namespace slipway::source::drivers

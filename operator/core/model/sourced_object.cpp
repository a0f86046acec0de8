#include "core/model/sourced_object.hpp"

#include "core/base/text.hpp"

namespace slipway {

std::string SourcePlace::text(const std::string& title) const {
    const std::string comma_title = title.empty() ? "" : ", " + title;
    return format("{}:{}:{} (document {}{})", source, line, column, document, comma_title);
}

}  // namespace slipway

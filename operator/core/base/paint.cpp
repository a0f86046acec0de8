#include "core/base/paint.hpp"

#include "core/base/text.hpp"

namespace slipway {
namespace {

/// ECMA-48, "select graphic rendition".
int code_of(Colour colour) {
    switch (colour) {
        case Colour::Bold: return 1;
        case Colour::Dim: return 2;
        case Colour::Red: return 31;
        case Colour::Green: return 32;
        case Colour::Yellow: return 33;
        case Colour::Blue: return 34;
        case Colour::Cyan: return 36;
    }
    return 0;
}

}  // namespace

std::string Paint::operator()(Colour colour, std::string_view text) const {
    if (!coloured_ || text.empty()) return std::string(text);
    return format("\x1b[{}m{}\x1b[0m", code_of(colour), text);
}

}  // namespace slipway

/// Colours for terminals.
#pragma once

#include <string>
#include <string_view>

namespace slipway {

enum class Colour { Bold, Dim, Red, Green, Yellow, Blue, Cyan };

/// Paints, or leaves text as it is: what goes to a file or a pipe has no colours.
class Paint {
public:
    explicit Paint(bool coloured = false) : coloured_(coloured) {}
    std::string operator()(Colour colour, std::string_view text) const;

private:
    bool coloured_;
};

}  // namespace slipway

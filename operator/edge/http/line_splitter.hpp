/// From pieces of a body, cut anywhere, to its lines.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace slipway::http {

class LineSplitter {
public:
    using TakeLine = std::function<void(std::string_view)>;

    LineSplitter(std::size_t longest, TakeLine take) : longest_(longest), take_(std::move(take)) {}

    /// Hands over every line that `piece` completes, without its '\n'. False: a line is longer than
    /// allowed, and nothing more is taken.
    [[nodiscard]] bool feed(std::string_view piece);

    /// The body ended: what came after the last '\n' is a line, too.
    void finish();

private:
    std::size_t longest_;
    TakeLine take_;
    std::string begun_{};
};

}  // namespace slipway::http

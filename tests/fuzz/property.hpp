/// What fuzz targets share: inputs as text, and properties that hold of every input.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace slipway::fuzz {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

/// Ends the process where the property does not hold: libFuzzer then keeps the input.
inline void must_hold(bool holds, const char* property, const std::string& seen = "") {
    if (holds) return;
    std::fprintf(stderr, "This does not hold: %s\n%s\n", property, seen.c_str());
    std::abort();
}

/// Takes the first line off `text`, without its end.
inline std::string_view take_line(std::string_view& text) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == text.npos ? text.size() : end + 1);
    return line;
}

}  // namespace slipway::fuzz

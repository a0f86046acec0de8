#include "edge/http/line_splitter.hpp"

#include <utility>

namespace slipway::http {

bool LineSplitter::feed(std::string_view piece) {
    for (auto end = piece.find('\n'); end != std::string_view::npos; end = piece.find('\n')) {
        if (begun_.size() + end > longest_) return false;
        const auto rest = piece.substr(0, end);
        piece.remove_prefix(end + 1);
        if (begun_.empty()) {
            take_(rest);
            continue;
        }
        begun_.append(rest);
        // Moved out: the memory of one huge line is not kept for the small ones after it.
        take_(std::exchange(begun_, {}));
    }
    if (begun_.size() + piece.size() > longest_) return false;
    begun_.append(piece);
    return true;
}

void LineSplitter::finish() {
    if (!begun_.empty()) take_(std::exchange(begun_, {}));
}

}  // namespace slipway::http

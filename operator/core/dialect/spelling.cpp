#include "core/dialect/spelling.hpp"

#include <algorithm>
#include <numeric>

namespace slipway::dialect {
namespace {

/// Levenshtein's distance: letters to insert, remove or replace.
std::size_t distance(std::string_view left, std::string_view right) {
    std::vector<std::size_t> row(right.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < left.size(); ++i) {
        std::size_t diagonal = row[0];
        row[0] = i + 1;
        for (std::size_t j = 0; j < right.size(); ++j) {
            const std::size_t replaced = diagonal + (left[i] == right[j] ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::optional<std::string_view> nearest(
    std::string_view word, const std::vector<std::string_view>& known, std::size_t most
) {
    constexpr std::size_t longest_key = 64;
    if (word.size() > longest_key) return std::nullopt;
    std::optional<std::string_view> best;
    std::size_t least = std::min(most, std::max<std::size_t>(1, word.size() / 2)) + 1;
    for (const std::string_view candidate : known) {
        const std::size_t apart = distance(word, candidate);
        if (apart >= least) continue;
        least = apart;
        best = candidate;
    }
    return best;
}

}  // namespace slipway::dialect

#include "edge/runtime/at_once.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <thread>
#include <vector>

namespace slipway::runtime {

void at_once(std::size_t pieces, const Work& work) {
    constexpr std::size_t most = 4;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    std::atomic<std::size_t> next{0};
    const auto take_turns = [&] {
        for (std::size_t piece = next++; piece < pieces; piece = next++)
            work(piece);
    };
    std::vector<std::future<void>> others;
    for (std::size_t i = std::min({most, cores, pieces}); i > 1; --i)
        others.push_back(std::async(std::launch::async, take_turns));
    take_turns();
    for (std::future<void>& other : others)
        other.get();
}

}  // namespace slipway::runtime

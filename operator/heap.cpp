#include "heap.hpp"

#include <algorithm>
#include <thread>

#include <malloc.h>

namespace slipway {

void limit_arenas() {
    const int arenas = static_cast<int>(std::max(2U, std::thread::hardware_concurrency()));
    mallopt(M_ARENA_MAX, arenas);  // NOLINT(concurrency-mt-unsafe): nobody else runs.
}

void HeapTrimming::after_work() {
    constexpr std::clock_t enough_work = CLOCKS_PER_SEC / 10;
    const bool has_worked = std::clock() - trimmed_at_ >= enough_work;
    if (has_worked || is_owed_one_more_) {
        malloc_trim(0);
        trimmed_at_ = std::clock();
    }
    is_owed_one_more_ = has_worked;
}

}  // namespace slipway

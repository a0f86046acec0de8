#include "core/base/lasting_memory.hpp"

#include <cstddef>
#include <mutex>

namespace slipway {
namespace {

/// Few pieces, each of them large: what stands between them in the heap is then whole again.
constexpr std::size_t first_piece = std::size_t{256} * 1024;

class LastingMemory : public std::pmr::memory_resource {
    void* do_allocate(std::size_t bytes, std::size_t alignment) override {
        const std::lock_guard lock(mutex_);
        return pieces_.allocate(bytes, alignment);
    }
    void do_deallocate(void*, std::size_t, std::size_t) override {}
    bool do_is_equal(const std::pmr::memory_resource& other) const noexcept override {
        return this == &other;
    }

    std::mutex mutex_;
    std::pmr::monotonic_buffer_resource pieces_{first_piece};
};

}  // namespace

std::pmr::memory_resource& lasting_memory() {
    static auto& memory = *new LastingMemory;
    return memory;
}

}  // namespace slipway

/// std::map for thousands of entries that stay: side by side in lasting memory, without the heap's
/// header of each. What one map gives up another one takes.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <type_traits>
#include <utility>

#include <boost/pool/pool_alloc.hpp>

#include "core/base/lasting_memory.hpp"

namespace slipway {

/// Where Boost's pools have their blocks from.
struct LastingBlocks {
    using size_type = std::size_t;
    using difference_type = std::ptrdiff_t;
    static char* malloc(size_type bytes) {
        return static_cast<char*>(lasting_memory().allocate(bytes));
    }
    static void free(char*) {}
};

template <class Entry>
using DenseAllocator = std::conditional_t<
    is_memory_watched,
    std::allocator<Entry>,
    boost::fast_pool_allocator<Entry, LastingBlocks, std::mutex, 64, 256>>;

template <class Key, class Value>
using DenseMap = std::map<Key, Value, std::less<Key>, DenseAllocator<std::pair<const Key, Value>>>;

}  // namespace slipway

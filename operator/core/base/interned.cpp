#include "core/base/interned.hpp"

#include <array>
#include <atomic>
#include <functional>
#include <memory_resource>
#include <mutex>
#include <unordered_map>

namespace slipway {
namespace {

struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
        return std::hash<std::string_view>{}(text);
    }
};

/// Each text with the number of its holders: never 0 while the lock is free.
using Texts = std::pmr::unordered_map<std::string, std::atomic<std::size_t>, Hash, std::equal_to<>>;
using Kept = Texts::value_type;

/// Texts outlive the documents that they were read from: among those in the heap, each would hold
/// on to the page on which a document was.
struct Shelf {
    std::mutex mutex{};
    std::pmr::unsynchronized_pool_resource memory{
        {.max_blocks_per_chunk = 64,
         .largest_required_pool_block = sizeof(Kept) + 2 * sizeof(void*)}};
    Texts texts{&memory};
};

/// Several, so that threads seldom wait for each other.
constexpr std::size_t shelf_count = 16;

/// Never destroyed: what outlives main may hold texts. By how a text ends, where names, uids and
/// digests differ: its hash is the map's to make. REQUIRES: a text that is not empty.
Shelf& shelf_of(std::string_view text) {
    static auto& shelves = *new std::array<Shelf, shelf_count>;
    return shelves[(text.size() + static_cast<unsigned char>(text.back())) % shelf_count];
}

const Kept* keep(std::string_view text) {
    Shelf& shelf = shelf_of(text);
    const std::lock_guard lock(shelf.mutex);
    auto kept = shelf.texts.find(text);
    if (kept == shelf.texts.end()) kept = shelf.texts.try_emplace(std::string(text), 0).first;
    ++kept->second;
    return &*kept;
}

Kept& kept_of(const void* kept) { return *static_cast<Kept*>(const_cast<void*>(kept)); }

/// False where this holder may be the last.
bool let_go_beside_others(std::atomic<std::size_t>& holders) {
    std::size_t count = holders.load();
    while (count > 1) {
        if (holders.compare_exchange_weak(count, count - 1)) return true;
    }
    return false;
}

void let_go(Kept& kept) {
    if (let_go_beside_others(kept.second)) return;
    Shelf& shelf = shelf_of(kept.first);
    const std::lock_guard lock(shelf.mutex);
    if (--kept.second == 0) shelf.texts.erase(shelf.texts.find(kept.first));
}

}  // namespace

Interned::Interned(std::string_view text) : kept_(text.empty() ? nullptr : keep(text)) {}

Interned::Interned(const Interned& other) : kept_(other.kept_) {
    if (kept_ != nullptr) ++kept_of(kept_).second;
}

Interned::~Interned() {
    if (kept_ != nullptr) let_go(kept_of(kept_));
}

const std::string& Interned::text() const {
    static const std::string none;
    return kept_ == nullptr ? none : kept_of(kept_).first;
}

}  // namespace slipway

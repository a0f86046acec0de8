#include "core/base/interned.hpp"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory_resource>
#include <mutex>
#include <new>
#include <vector>

#include <boost/intrusive/unordered_set.hpp>

#include "core/base/lasting_memory.hpp"

namespace slipway {
namespace {

namespace intrusive = boost::intrusive;

/// Names, uids and digests; what is longer is a message, and passes.
constexpr std::size_t most_that_lasts = 128;

/// One text; its characters follow it in memory.
struct Kept : intrusive::unordered_set_base_hook<intrusive::link_mode<intrusive::normal_link>> {
    std::atomic<std::uint32_t> holders{};  ///< Never 0 while the lock is free.
    std::uint32_t size = 0;

    static std::size_t bytes_of(std::size_t size) { return sizeof(Kept) + size; }
    char* characters() { return reinterpret_cast<char*>(this + 1); }
    std::string_view text() const { return {reinterpret_cast<const char*>(this + 1), size}; }
};

struct TextOf {
    using type = std::string_view;
    std::string_view operator()(const Kept& kept) const { return kept.text(); }
};

using Texts = intrusive::unordered_set<
    Kept,
    intrusive::key_of_value<TextOf>,
    intrusive::hash<std::hash<std::string_view>>,
    intrusive::equal<std::equal_to<>>,
    intrusive::power_2_buckets<true>>;

class Shelf {
public:
    Kept& keep(std::string_view text) {
        const std::lock_guard lock(mutex_);
        if (texts_.size() >= buckets_.size()) widen();
        Texts::insert_commit_data place;
        const auto [known, is_new] = texts_.insert_check(text, place);
        Kept& kept = is_new ? add(text, place) : *known;
        ++kept.holders;
        return kept;
    }

    void let_go(Kept& kept) {
        const std::lock_guard lock(mutex_);
        if (--kept.holders != 0) return;
        texts_.erase(texts_.iterator_to(kept));
        const std::size_t bytes = Kept::bytes_of(kept.size);
        kept.~Kept();
        memory_for(bytes).deallocate(&kept, bytes, alignof(Kept));
    }

private:
    using Buckets = std::vector<Texts::bucket_type>;

    Kept& add(std::string_view text, const Texts::insert_commit_data& place) {
        const std::size_t bytes = Kept::bytes_of(text.size());
        Kept& kept = *new (memory_for(bytes).allocate(bytes, alignof(Kept))) Kept;
        kept.size = static_cast<std::uint32_t>(text.size());
        text.copy(kept.characters(), text.size());
        texts_.insert_commit(kept, place);
        return kept;
    }

    void widen() {
        Buckets wider(2 * buckets_.size());
        texts_.rehash({wider.data(), wider.size()});
        buckets_.swap(wider);
    }

    std::pmr::memory_resource& memory_for(std::size_t bytes) {
        if (is_memory_watched || bytes > most_that_lasts) return *std::pmr::new_delete_resource();
        return lasting_;
    }

    std::mutex mutex_;
    std::pmr::unsynchronized_pool_resource lasting_{
        {.max_blocks_per_chunk = 64, .largest_required_pool_block = most_that_lasts},
        &lasting_memory()};
    Buckets buckets_ = Buckets(64);
    Texts texts_{{buckets_.data(), buckets_.size()}};
};

/// Several, so that threads seldom wait for each other.
constexpr std::size_t shelf_count = 16;

/// Never destroyed: what outlives main may hold texts. By how a text ends, where names, uids and
/// digests differ: its hash is the map's to make. REQUIRES: a text that is not empty.
Shelf& shelf_of(std::string_view text) {
    static auto& shelves = *new std::array<Shelf, shelf_count>;
    return shelves[(text.size() + static_cast<unsigned char>(text.back())) % shelf_count];
}

Kept& kept_of(const void* kept) { return *static_cast<Kept*>(const_cast<void*>(kept)); }

/// False where this holder may be the last.
bool let_go_beside_others(std::atomic<std::uint32_t>& holders) {
    std::uint32_t count = holders.load();
    while (count > 1) {
        if (holders.compare_exchange_weak(count, count - 1)) return true;
    }
    return false;
}

void let_go(Kept& kept) {
    if (!let_go_beside_others(kept.holders)) shelf_of(kept.text()).let_go(kept);
}

}  // namespace

Interned::Interned(std::string_view text)
    : kept_(text.empty() ? nullptr : &shelf_of(text).keep(text)) {}

Interned::Interned(const Interned& other) : kept_(other.kept_) {
    if (kept_ != nullptr) ++kept_of(kept_).holders;
}

Interned::~Interned() {
    if (kept_ != nullptr) let_go(kept_of(kept_));
}

std::string_view Interned::text() const {
    return kept_ == nullptr ? std::string_view() : kept_of(kept_).text();
}

}  // namespace slipway

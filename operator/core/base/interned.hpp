/// Text that many hold and nobody changes: kept once in the process, eight bytes for each holder.
///
/// Names, kinds, uids and digests of thousands of objects stand in a plan, in an inventory, in what
/// was observed and in what is watched. A value like any other: what is equal reads equal, whoever
/// made it; that it is shared shows in memory alone.
#pragma once

#include <compare>
#include <concepts>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace slipway {

template <class T>
concept PlainText =
    std::convertible_to<const T&, std::string_view> && !std::same_as<T, class Interned>;

class Interned {
public:
    Interned() = default;
    Interned(std::string_view text);
    Interned(const std::string& text) : Interned(std::string_view(text)) {}
    Interned(const char* text) : Interned(std::string_view(text)) {}
    Interned(const Interned& other);
    Interned(Interned&& other) noexcept : kept_(std::exchange(other.kept_, nullptr)) {}
    Interned& operator=(Interned other) noexcept {
        std::swap(kept_, other.kept_);
        return *this;
    }
    ~Interned();

    /// Lives as long as any holder of this text.
    std::string_view text() const;
    operator std::string_view() const { return text(); }
    operator std::string() const { return std::string(text()); }

    bool empty() const { return kept_ == nullptr; }
    bool starts_with(std::string_view start) const { return text().starts_with(start); }

    friend bool operator==(const Interned& left, const Interned& right) {
        return left.kept_ == right.kept_;
    }
    friend bool operator==(const Interned& left, const PlainText auto& right) {
        return left.text() == std::string_view(right);
    }
    /// As their texts compare.
    friend std::strong_ordering operator<=>(const Interned& left, const Interned& right) {
        return left.kept_ == right.kept_ ? std::strong_ordering::equal
                                         : left.text() <=> right.text();
    }

    friend std::string operator+(const Interned& left, const PlainText auto& right) {
        return std::string(left) + std::string(right);
    }
    friend std::string operator+(const PlainText auto& left, const Interned& right) {
        return std::string(left) + std::string(right);
    }
    friend std::string operator+(const Interned& left, const Interned& right) {
        return std::string(left) + std::string(right);
    }

private:
    const void* kept_ = nullptr;  ///< nullptr is "".
};

}  // namespace slipway

template <>
struct fmt::formatter<slipway::Interned> : fmt::formatter<std::string_view> {
    auto format(const slipway::Interned& text, fmt::format_context& context) const {
        return fmt::formatter<std::string_view>::format(text.text(), context);
    }
};

/// Result<T>: a value or the Error that prevented it.
///
/// The subset of C++23 `std::expected` that we use, under the same names, because g++ 12 has
/// no <expected> in C++20. When the project moves to C++23 this file becomes one alias.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "core/base/error.hpp"

namespace slipway {

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }
    const T& operator*() const& { return std::get<0>(state_); }
    T& operator*() & { return std::get<0>(state_); }
    const T* operator->() const { return &std::get<0>(state_); }
    T* operator->() { return &std::get<0>(state_); }
    T value() && { return std::get<0>(std::move(state_)); }
    const Error& error() const { return std::get<1>(state_); }

private:
    std::variant<T, Error> state_;
};

/// Success without a value, or the Error that prevented it.
template <>
class [[nodiscard]] Result<void> {
public:
    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    explicit operator bool() const { return !error_; }
    void value() && {}
    const Error& error() const { return *error_; }

private:
    std::optional<Error> error_;
};

}  // namespace slipway

/// Unwraps a Result, or returns its Error from the enclosing function.
#define TRY(expression)                                     \
    __extension__({                                         \
        auto tried = (expression);                          \
        if (!tried) return ::slipway::Error(tried.error()); \
        std::move(tried).value();                           \
    })

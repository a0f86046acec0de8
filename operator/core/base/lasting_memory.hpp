/// Memory for what is small, comes by the thousand and stays for days.
///
/// It is made while documents are read, and in the heap it would stand amid what those leave
/// behind, each of it holding on to a page. Here it has pieces of its own.
#pragma once

#include <memory_resource>

namespace slipway {

/// AddressSanitizer sees what is used after its end in the heap only: under it nothing lasts.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool is_memory_watched = true;
#elif defined(__has_feature)
inline constexpr bool is_memory_watched = __has_feature(address_sanitizer);
#else
inline constexpr bool is_memory_watched = false;
#endif

/// For pools, which keep what is given up for the next one: nothing goes back to the system. Any
/// thread may use it at any time, before and after main too.
std::pmr::memory_resource& lasting_memory();

}  // namespace slipway

/// Memory for what is small, comes by the thousand and stays for days.
///
/// It is made while documents are read, and in the heap it would stand amid what those leave
/// behind, each of it holding on to a page. Here it has pieces of its own.
#pragma once

#include <memory_resource>

namespace slipway {

/// For pools, which keep what is given up for the next one: nothing goes back to the system. Any
/// thread may use it at any time, before and after main too.
std::pmr::memory_resource& lasting_memory();

}  // namespace slipway

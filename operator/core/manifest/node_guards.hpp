/// What yaml-cpp lets pass in one key or value and must not: signs in places that YAML, as kubectl
/// reads it, gives another meaning or none.
#pragma once

#include <cstddef>
#include <string_view>

namespace slipway::manifest {

/// Past the quote that closes the scalar at `begin`; `begin` where no quote opens it. Throws
/// Refusal where none closes it.
std::size_t quoted_end(std::string_view text, std::size_t begin);

/// The place of the scalar whose tag, anchor or self is at `offset`; the text's size where it is
/// empty.
std::size_t scalar_begin(std::string_view text, std::size_t offset);

/// Past the scalar at `begin`: past its quote, or `length` bytes on.
std::size_t scalar_end(std::string_view text, std::size_t begin, std::size_t length);

/// Throws Refusal where no colon follows the key that ends at `end` in a block: yaml-cpp takes it
/// for a key without a value.
void check_colon(std::string_view text, std::size_t begin, std::size_t end);

/// Throws Refusal where the value at `value`, an alias or in brackets, stands on a line of its own
/// and no further right than its key at `key`: yaml-cpp takes it wherever it stands.
void check_indent(std::string_view text, std::size_t key, std::size_t value);

/// Throws Refusal at a tab between the dash of a list and the item at `offset`.
void check_dash(std::string_view text, std::size_t offset);

/// Throws Refusal at a name of an anchor or alias at `offset` that is more than letters, digits, -
/// and _: to yaml-cpp it may hold almost anything, the colon of a key too.
void check_anchor_name(std::string_view text, std::size_t offset);

/// Throws Refusal at a tag of the node at `offset` that runs into what it cannot hold, like [!x]:
/// yaml-cpp ends the tag there and takes the node for an empty text, where kubectl (yaml.v2) takes
/// the indicator for a part of the tag and refuses what is left.
void check_tags(std::string_view text, std::size_t offset);

}  // namespace slipway::manifest

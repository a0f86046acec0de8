/// Manifests from files, folders and the standard input, as kubectl finds them.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "core/base/result.hpp"
#include "core/manifest/manifest.hpp"

namespace slipway::cli {

/// Of a folder: the files that end in .yaml, .yml or .json, by name; with `recursive` those of the
/// folders below it too. "-" is `in`. Each text is named by its path, "-" by "stdin".
Result<std::vector<manifest::NamedText>> read_files(
    const std::vector<std::string>& paths, bool recursive, std::istream& in
);

}  // namespace slipway::cli

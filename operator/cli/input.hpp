/// What a person hands to the command: manifests, and the Release that they are for.
#pragma once

#include <string>
#include <vector>

#include "cli/call.hpp"
#include "core/base/result.hpp"
#include "core/manifest/manifest.hpp"
#include "core/model/release.hpp"

namespace CLI {
class App;
}

namespace slipway::cli {

struct InputOptions {
    std::vector<std::string> files{};  ///< Files, folders, "-".
    bool recursive = false;
    std::string release_file{};
    std::vector<std::string> from{};  ///< What was deployed before.
    std::string operation{};          ///< "" decides by `from`.
};

/// -f, -R and --release.
void add_input_options(CLI::App& command, InputOptions& options);
/// --operation and --from.
void add_operation_options(CLI::App& command, InputOptions& options);

struct Input {
    Release release{};
    std::vector<manifest::NamedText> texts{};
    std::vector<manifest::NamedText> texts_before{};
    Operation operation = Operation::Install;
};

/// Reads the files. Without a Release of its own the content is that of a release of the defaults;
/// without manifests it is what stands inline in the Release.
Result<Input> read_input(const InputOptions& options, const Call& call);

}  // namespace slipway::cli

/// One call of the command: where it reads and writes, and how it ends.
#pragma once

#include <iosfwd>
#include <string>

#include "core/base/error.hpp"
#include "core/base/paint.hpp"

namespace slipway::cli {

/// What a script can tell apart.
enum class Exit {
    Done = 0,
    Failed = 1,   ///< The command line, a file, the cluster; or, for lint --strict, warnings.
    Changes = 2,  ///< With --exit-code: something would change.
    Refused = 3,  ///< The content cannot be deployed as it is.
};

struct Streams {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool to_terminal = false;  ///< `out` is one.
};

enum class Colours { Auto, Always, Never };

/// What every subcommand takes.
struct GlobalOptions {
    std::string in_namespace{};  ///< "" where none was given.
    Colours colours = Colours::Auto;
    bool no_colour = false;  ///< The environment says NO_COLOR: https://no-color.org
};

struct Call {
    Streams& streams;
    std::string version;
    GlobalOptions options{};
    Exit exit = Exit::Done;

    Paint paint() const;
    /// Says on the error stream what went wrong, and ends as `refused` or failed.
    void fail(const Error& error);
};

/// True where the content must be edited, false where the surroundings were in the way.
bool is_refusal(const Error& error);

}  // namespace slipway::cli

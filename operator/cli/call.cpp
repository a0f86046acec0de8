#include "cli/call.hpp"

#include <ostream>

#include "core/base/text.hpp"

namespace slipway::cli {

Paint Call::paint() const {
    switch (options.colours) {
        case Colours::Always: return Paint(true);
        case Colours::Never: return Paint(false);
        case Colours::Auto: return Paint(streams.to_terminal && !options.no_colour);
    }
    return Paint(false);
}

bool is_refusal(const Error& error) {
    return needs_an_edit(error.kind) || error.kind == ErrorKind::UnknownKind ||
           error.kind == ErrorKind::OwnedByAnother;
}

void Call::fail(const Error& error) {
    for (const auto line : split(error.message, '\n'))
        streams.err << "error: " << line << "\n";
    exit = is_refusal(error) ? Exit::Refused : Exit::Failed;
}

}  // namespace slipway::cli

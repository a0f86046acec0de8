#include "core/dialect/reference.hpp"

#include <algorithm>

#include "core/base/text.hpp"

namespace slipway::dialect {
namespace {

/// What stands behind the last `mark`, which is cut off with it; "" where there is none.
std::string cut_off(std::string_view& text, char mark) {
    const auto at = text.rfind(mark);
    if (at == std::string_view::npos) return {};
    const std::string rest(text.substr(at + 1));
    text = text.substr(0, at);
    return rest;
}

Error malformed(const Annotation& annotation, std::string_view piece, const std::string& states) {
    return annotation.error(format(
        "holds \"{}\", which names no object; write Kind[.group]/name[@namespace][:{}], like "
        "StatefulSet.apps/db, separated by commas",
        piece,
        states
    ));
}

}  // namespace

Result<std::vector<Reference>> references(
    const Annotation& annotation, const std::vector<std::string_view>& states
) {
    const auto words = fmt::to_string(fmt::join(states, "|"));
    std::vector<Reference> all;
    for (const std::string& piece : TRY(pieces(annotation))) {
        std::string_view rest = piece;
        const bool has_state = rest.find(':') != rest.npos;
        const bool has_namespace = rest.find('@') != rest.npos;
        Reference reference{.state = cut_off(rest, ':')};
        reference.in_namespace = cut_off(rest, '@');
        reference.name = cut_off(rest, '/');
        reference.type = rest;
        const bool known = !has_state || std::ranges::find(states, reference.state) != states.end();
        const bool whole = !reference.type.empty() && !reference.name.empty() &&
                           has_namespace != reference.in_namespace.empty();
        if (!known || !whole || reference.type.find('/') != std::string::npos)
            return malformed(annotation, piece, words);
        all.push_back(std::move(reference));
    }
    return all;
}

}  // namespace slipway::dialect

#include "core/model/propagation.hpp"

namespace slipway {

std::string_view word(Propagation propagation) {
    switch (propagation) {
        case Propagation::Foreground: return "Foreground";
        case Propagation::Background: return "Background";
        case Propagation::Orphan: return "Orphan";
    }
    return "";
}

std::optional<Propagation> propagation_of(std::string_view text) {
    using enum Propagation;
    for (const Propagation propagation : {Foreground, Background, Orphan}) {
        if (word(propagation) == text) return propagation;
    }
    return std::nullopt;
}

}  // namespace slipway

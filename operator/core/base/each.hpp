/// Pieces of work that do not depend on each other. The core says what they are; whether several
/// are done at a time is for the edge to say, and makes no difference to what comes out.
#pragma once

#include <cstddef>
#include <functional>

namespace slipway {

using Work = std::function<void(std::size_t piece)>;
/// Does the work of every piece, from 0 on, and returns when all of it is done.
using Each = std::function<void(std::size_t pieces, const Work& work)>;

inline void one_by_one(std::size_t pieces, const Work& work) {
    for (std::size_t piece = 0; piece < pieces; ++piece)
        work(piece);
}

}  // namespace slipway

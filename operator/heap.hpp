/// What the process does for glibc's heap to stay small beside what is in it.
#pragma once

#include <ctime>

namespace slipway {

/// An arena keeps what was once freed in it, and glibc makes eight for each core. REQUIRES: no
/// thread runs yet.
void limit_arenas();

/// malloc gives back what is free at the heap's end only. Lists, parsers and sent bodies leave
/// pages that hold nothing all over it.
class HeapTrimming {
public:
    /// Gives them back, where enough was done since that there may be some; and at the next call
    /// once more, for the work may have been under way.
    void after_work();

private:
    std::clock_t trimmed_at_ = 0;  ///< As the process's own time goes.
    bool is_owed_one_more_ = false;
};

}  // namespace slipway

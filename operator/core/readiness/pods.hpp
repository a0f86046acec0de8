/// What the pods say about why their workload is not ready. Of this room only.
#pragma once

#include <optional>
#include <string>

#include "core/base/time.hpp"
#include "core/readiness/readiness.hpp"

namespace slipway::readiness {

/// Whether a crash loop decides, or a controller (a Job with its backoffLimit) counts for itself.
enum class CrashLoops { Fail, AreCounted };

/// How bad it is, from what will pass to what will not.
enum class Severity { NotReady, Ended, NotScheduled, CannotStart, Crashing, NoImage };

struct Trouble {
    std::string why;  ///< "container app waits: ImagePullBackOff", without the pod's name.
    Severity severity;
    bool is_final = false;           ///< Without an edit it stays so.
    std::optional<Time> final_at{};  ///< When it will be, if nothing changes.
};

/// The worst that one pod says about itself; nothing where all is well or merely starting.
std::optional<Trouble> trouble_of(
    const Object& pod, const Evidence& evidence, CrashLoops crash_loops
);

/// `verdict` with the worst of the evidence's pods added to its why; Failed where that is final. A
/// verdict that is Ready stays as it is. Where the pods may not be looked at, the why says so.
Readiness with_pods(Readiness verdict, const Evidence& evidence, CrashLoops crash_loops);

/// `verdict` with this trouble in its why; `whose` is put before it.
Readiness with_trouble(Readiness verdict, const Trouble& trouble, const std::string& whose);

}  // namespace slipway::readiness

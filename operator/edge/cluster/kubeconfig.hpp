/// kubeconfig: the file in which kubectl keeps its clusters.
///
/// Read are certificates and tokens, inline or as files, tls-server-name and contexts. What would
/// run a program (exec, auth-provider), trust everybody (insecure-skip-tls-verify), go through a
/// proxy or need a password is refused with a sentence rather than left out.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "edge/cluster/credentials.hpp"

namespace slipway::cluster {

/// `text` of the file `path`, to whose folder its file names are relative. `context` "" is the
/// file's current-context. InvalidSpec names the file, the entry and what to change.
Result<Access> read_kubeconfig(
    const std::string& path, std::string_view text, const std::string& context
);

/// The same from the file itself.
Result<Access> kubeconfig_access(const std::string& path, const std::string& context);

}  // namespace slipway::cluster

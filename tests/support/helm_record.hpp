/// What Helm itself did with a case of the corpus: helm.txt beside its manifests, which
/// tests/oracle/helm/generate.sh writes.
///
///     2 run Job.batch shop/migrate      its second step; lines of one step are in no order
///
/// create, update, run (a hook), delete: what it wrote; clear: a hook's object deleted, only to be
/// made anew; ready, done (a hook), gone: what it waited for; failed: a hook.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text.hpp"
#include "support/ordering_case.hpp"

namespace slipway::testing {

struct HelmAct {
    int step;
    std::string verb;
    std::string object;  ///< "Job.batch shop/migrate"
};

struct HelmRecord {
    /// Why it would not begin on an empty cluster; the acts are those on a prepared one.
    std::string refused{};
    /// Why it did not end well.
    std::string ended{};
    std::vector<HelmAct> acts{};
};

/// The text after `start`; none where the line does not start so.
inline std::optional<std::string> after_start(std::string_view line, std::string_view start) {
    if (line.substr(0, start.size()) != start) return std::nullopt;
    return std::string(line.substr(start.size()));
}

inline std::optional<HelmAct> helm_act(std::string_view line) {
    line = trimmed(line);
    const auto number = parse_integer(line.substr(0, line.find(' ')));
    if (!number) return std::nullopt;
    line.remove_prefix(line.find(' ') + 1);
    const auto verb_ends = line.find(' ');
    return HelmAct{
        .step = static_cast<int>(*number),
        .verb = std::string(line.substr(0, verb_ends)),
        .object = std::string(line.substr(verb_ends + 1)),
    };
}

inline HelmRecord helm_record(const std::filesystem::path& folder) {
    const std::string text = text_in(folder / "helm.txt");
    HelmRecord record;
    for (const auto line : split(text, '\n')) {
        if (const auto why = after_start(line, "refused on an empty cluster: ")) {
            record.refused = *why;
        } else if (const auto end = after_start(line, "ended: ")) {
            record.ended = *end;
        } else if (const auto act = helm_act(line)) {
            record.acts.push_back(*act);
        }
    }
    return record;
}

}  // namespace slipway::testing

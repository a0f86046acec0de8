/// Events of events.k8s.io/v1 as the API server wants them, with their repeats counted in a series.
///
/// The rules are those of the server's validation (pkg/apis/core/validation/events.go): eventTime,
/// reportingController, reportingInstance, action and reason must be there, at most 128 bytes each;
/// a note has at most 1024; of an Event that exists only its series may change.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/base/result.hpp"
#include "core/base/time.hpp"
#include "core/model/object.hpp"
#include "ports/recorder.hpp"

namespace slipway::telemetry {

/// Something that happened to a Release.
struct Happening {
    ports::Subject release{};
    bool warning = false;
    std::string reason{};
    std::string action{};
    std::string note{};
    Time at;
};

/// One happening and what repeated it.
struct Series {
    Time first;
    Time last;
    std::int64_t count = 1;
};

/// The Event, complete; `instance` is the operator that reports it. Its name is made from all that
/// may not change in it, so writing it twice makes one Event.
Result<Object> event_of(
    const Happening& happening, const Series& series, const std::string& instance
);

/// Tells a repeat from something new: the same reason and note for the same Release within five
/// minutes after the last time is the same Event once more.
class Repeats {
public:
    /// Counts it in. Nothing where the Event need not be written now: a repeat is written when it
    /// is the second, and later at most every ten seconds, with the count up to then.
    std::optional<Series> count(const Happening& happening);

private:
    struct Known {
        Series series;
        Time written;
    };
    static constexpr std::size_t least_room = 64;
    static constexpr std::size_t most_known = 4096;

    static bool is_past(const Known& known, Time now);
    void make_room(Time now);

    std::map<std::string, Known> known_;
    std::size_t room_ = least_room;  ///< With so many known, those that are past are looked for.
};

}  // namespace slipway::telemetry

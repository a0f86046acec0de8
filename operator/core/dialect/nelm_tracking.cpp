#include "core/dialect/nelm_tracking.hpp"

#include "core/base/text.hpp"
#include "core/dialect/rules.gen.hpp"

namespace slipway::dialect {
namespace {

Result<void> read_termination_mode(Hints& hints, const Annotation& annotation) {
    if (annotation.value != "NonBlocking" && annotation.value != "WaitUntilResourceReady")
        return annotation.error("is no mode; write WaitUntilResourceReady or NonBlocking");
    const bool waits = annotation.value == "WaitUntilResourceReady";
    hints.wait = {waits ? WaitHint::Ready : WaitHint::None, annotation.text()};
    return {};
}

Result<void> read_fail_mode(Hints& hints, const Annotation& annotation) {
    const std::string& mode = annotation.value;
    if (mode == "FailWholeDeployProcessImmediately") return {};
    if (mode == "IgnoreAndContinueDeployProcess") {
        hints.terms.edit().failure_ignored = {true, annotation.text()};
        return {};
    }
    if (mode != "HopeUntilEndOfDeployProcess") {
        return annotation.error(
            "is no mode; write FailWholeDeployProcessImmediately or IgnoreAndContinueDeployProcess"
        );
    }
    hints.findings.push_back(annotation.finding(
        rules::not_honoured,
        format("{} is not honoured: its failure fails the release at once", annotation.text())
    ));
    return {};
}

Result<void> read_failures_allowed(Hints& hints, const Annotation& annotation) {
    const int failures = TRY(integer(annotation, {0, any_integer.greatest}));
    hints.terms.edit().failures_allowed = {failures, annotation.text()};
    return {};
}

Result<void> read_no_activity_timeout(Hints& hints, const Annotation& annotation) {
    const auto timeout = parse_duration(annotation.value);
    if (!timeout || *timeout < Duration{0})
        return annotation.error("is no duration; write one like 90s or 8m30s");
    // nelm takes 0 for no end.
    if (*timeout > Duration{0})
        hints.terms.edit().no_activity_timeout = {*timeout, annotation.text()};
    return {};
}

constexpr Key keys[] = {
    {"track-termination-mode", read_termination_mode},
    {"fail-mode", read_fail_mode},
    {"failures-allowed-per-replica", read_failures_allowed},
    {"no-activity-timeout", read_no_activity_timeout},
};

}  // namespace

std::span<const Key> nelm_tracking_keys() { return keys; }

}  // namespace slipway::dialect

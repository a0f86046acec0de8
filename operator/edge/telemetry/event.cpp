#include "edge/telemetry/event.hpp"

#include <algorithm>
#include <chrono>

#include <nlohmann/json.hpp>

#include "core/base/digest.hpp"
#include "core/base/text.hpp"

namespace slipway::telemetry {
namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;

constexpr Duration window = 5min;
constexpr Duration between_writes = 10s;

constexpr std::size_t longest_word = 128;
constexpr std::size_t longest_note = 1024;
/// A name has at most 253 bytes (DNS subdomain); ours ends with a dot and 16 digits.
constexpr std::size_t longest_stem = 253 - 17;

std::string key_of(const Happening& happening) {
    return Json::array({happening.release.uid,
                        happening.release.id.in_namespace,
                        happening.release.id.name,
                        happening.warning,
                        happening.reason,
                        happening.action,
                        happening.note})
        .dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// As much of the Release's name as leaves room, ending as a DNS label may end.
std::string stem_of(const std::string& release) {
    std::string stem = release.substr(0, longest_stem);
    while (stem.ends_with('.') || stem.ends_with('-'))
        stem.pop_back();
    return stem;
}

std::string name_of(const Happening& happening, Time first, const std::string& instance) {
    const std::string digest = digest_of(key_of(happening) + to_micro_text(first) + instance);
    constexpr std::size_t prefix = std::string_view("sha256:").size();
    return stem_of(happening.release.id.name) + "." + digest.substr(prefix, 16);
}

bool is_namespace(const ports::Subject& subject) { return subject.id.kind == "Namespace"; }

/// Events of what lies in no namespace belong into this one (Kubernetes validates it).
std::string namespace_of(const ports::Subject& subject) {
    return subject.id.in_namespace.empty() ? "default" : subject.id.in_namespace;
}

Json regarding(const ports::Subject& subject) {
    Json reference{
        {"apiVersion", is_namespace(subject) ? "v1" : "slipway.dev/v1alpha1"},
        {"kind", is_namespace(subject) ? "Namespace" : "Release"},
        {"name", subject.id.name}};
    if (!subject.id.in_namespace.empty()) reference["namespace"] = subject.id.in_namespace;
    if (!subject.uid.empty()) reference["uid"] = subject.uid;
    return reference;
}

/// The server refuses an empty word.
std::string required(const std::string& text, const std::string& fallback) {
    return shortened(text.empty() ? fallback : text, longest_word);
}

}  // namespace

Result<Object> event_of(
    const Happening& happening, const Series& series, const std::string& instance
) {
    const std::string reason = required(happening.reason, "Told");
    Json event{
        {"apiVersion", "events.k8s.io/v1"},
        {"kind", "Event"},
        {"metadata",
         {{"namespace", namespace_of(happening.release)},
          {"name", name_of(happening, series.first, instance)}}},
        {"eventTime", to_micro_text(series.first)},
        {"type", happening.warning ? "Warning" : "Normal"},
        {"reportingController", "slipway.dev/operator"},
        {"reportingInstance", required(instance, "slipway-operator")},
        {"action", required(happening.action, reason)},
        {"reason", reason},
        {"note", shortened(happening.note, longest_note)},
        {"regarding", regarding(happening.release)},
    };
    if (series.count > 1) {
        event["series"] = {
            {"count", series.count}, {"lastObservedTime", to_micro_text(series.last)}};
    }
    return Object::from_json(std::move(event));
}

std::optional<Series> Repeats::count(const Happening& happening) {
    make_room(happening.at);
    const Known begun{
        .series = {.first = happening.at, .last = happening.at}, .written = happening.at};
    const auto [at, is_new] = known_.try_emplace(key_of(happening), begun);
    Known& known = at->second;
    if (is_new) return known.series;
    if (is_past(known, happening.at)) return (known = begun).series;

    known.series.last = happening.at;
    ++known.series.count;
    if (known.series.count > 2 && happening.at - known.written < between_writes) {
        return std::nullopt;
    }
    known.written = happening.at;
    return known.series;
}

bool Repeats::is_past(const Known& known, Time now) { return known.series.last < now - window; }

void Repeats::make_room(Time now) {
    if (known_.size() < room_) return;
    std::erase_if(known_, [&](const auto& entry) { return is_past(entry.second, now); });
    // So many different ones at a time are no repeats: to forget them costs at worst a second
    // Event.
    if (known_.size() >= most_known) known_.clear();
    room_ = std::min(most_known, std::max(least_room, 2 * known_.size()));
}

}  // namespace slipway::telemetry

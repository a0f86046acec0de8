#include "core/readiness/containers.hpp"

#include "core/base/text.hpp"
#include "core/condition/path.hpp"
#include "core/model/json_fields.hpp"

namespace slipway::readiness {
namespace {

using nlohmann::json;

constexpr std::size_t shown_bytes = 200;

const json* state_of(const json& status, const char* when, const char* state) {
    const json* found = fields::find(status, when);
    return found == nullptr ? nullptr : fields::find(*found, state);
}

std::optional<Exit> exit_of(const json& status, const char* when) {
    const json* terminated = state_of(status, when, "terminated");
    if (terminated == nullptr) return std::nullopt;
    return Exit{
        .code = fields::integer(*terminated, "exitCode"),
        .reason = fields::text(*terminated, "reason"),
        .message = shortened(trimmed(fields::text(*terminated, "message")), shown_bytes),
        .at = fields::time(*terminated, "finishedAt"),
    };
}

Container container_of(const json& status, bool init) {
    Container container{
        .name = fields::text(status, "name"),
        .init = init,
        .ready = fields::flag(status, "ready"),
        .running = state_of(status, "state", "running") != nullptr,
        .restarts = fields::integer(status, "restartCount"),
        .exit = exit_of(status, "state"),
        .last_exit = exit_of(status, "lastState"),
    };
    if (const json* running = state_of(status, "state", "running"))
        container.running_since = fields::time(*running, "startedAt");
    if (const json* waiting = state_of(status, "state", "waiting")) {
        container.waiting_reason = fields::text(*waiting, "reason");
        container.waiting_message = shortened(fields::text(*waiting, "message"), shown_bytes);
    }
    return container;
}

void append(
    std::vector<Container>& all, const Object& pod, const condition::Path& path, bool init
) {
    // An error is a status that is no list: it says nothing.
    static_cast<void>(path.each(
        pod.document(),
        condition::MissingKeys::Allow,
        [&](const json& status) { all.push_back(container_of(status, init)); }
    ));
}

}  // namespace

std::string Exit::text() const {
    std::string text = format("exit code {}", code);
    if (!reason.empty() && reason != "Error" && reason != "Completed") text += " (" + reason + ")";
    return message.empty() ? text : text + ": " + message;
}

std::string Container::title() const { return (init ? "init container " : "container ") + name; }

std::vector<Container> containers_of(const Object& pod) {
    std::vector<Container> all;
    static const auto init = condition::Path::compile(".status.initContainerStatuses[*]");
    static const auto main = condition::Path::compile(".status.containerStatuses[*]");
    append(all, pod, *init, true);
    append(all, pod, *main, false);
    return all;
}

std::optional<FailedExit> failed_exit(const Object& pod) {
    for (const Container& container : containers_of(pod)) {
        const auto& exit = container.exit ? container.exit : container.last_exit;
        if (!exit || exit->code == 0) continue;
        return FailedExit{static_cast<int>(exit->code), container.title() + ": " + exit->text()};
    }
    return std::nullopt;
}

}  // namespace slipway::readiness

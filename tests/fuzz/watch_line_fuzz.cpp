/// The API server's answers, whatever stands between us and it: lines of a watch, and bodies.
#include <array>

#include "core/kubeapi/answer.hpp"
#include "core/kubeapi/discovery.hpp"
#include "core/kubeapi/watch_line.hpp"
#include "core/model/release.hpp"
#include "fuzz/property.hpp"

using namespace slipway;

namespace {

const kubeapi::Asked asked{
    .kind = {.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"},
    .id = {.group = "apps", .kind = "Deployment", .in_namespace = "shop", .name = "web"}};

void check_object(const Object& object) {
    fuzz::must_hold(!object.name().empty(), "an object has a name");
    object.conditions();
    if (!read_release(object)) read_metadata(object);
}

template <class T>
bool check(const Result<T>& read) {
    if (!read) fuzz::must_hold(!read.error().message.empty(), "an error says what is wrong");
    return bool(read);
}

void check_line(std::string_view line) {
    const auto event = kubeapi::read_watch_line(line, asked);
    if (!check(event)) return;
    if (const auto* changed = std::get_if<kubeapi::ObjectChanged>(&*event)) {
        check_object(changed->object);
    }
    if (const auto* ended = std::get_if<kubeapi::Ended>(&*event)) {
        fuzz::must_hold(!ended->why.message.empty(), "an end has its why");
    }
}

void check_body(std::string_view body) {
    const auto object = kubeapi::read_object(body, asked.kind);
    if (check(object)) check_object(*object);
    const auto page = kubeapi::read_list(body, asked.kind);
    if (check(page)) {
        for (const Object& one : page->objects)
            check_object(one);
    }
    check(kubeapi::read_deleted(body, asked.kind));
    check(kubeapi::read_groups(body));
    check(kubeapi::read_group(body));
    check(kubeapi::read_kinds(body));
}

/// The same body as a refusal, also of what may be secret; its size decides what the status is.
void check_refusal(std::string_view body) {
    constexpr std::array statuses{400, 403, 404, 409, 410, 422, 429, 500, 503};
    kubeapi::Asked secret = asked;
    secret.kind = {.version = "v1", .kind = "Secret", .plural = "secrets"};
    secret.id = {.kind = "Secret", .in_namespace = "shop", .name = "web"};
    const kubeapi::Response answer{
        .status = statuses[body.size() % statuses.size()], .body = std::string(body)};
    for (const kubeapi::Asked& about : {asked, secret}) {
        const Error error = kubeapi::error_of(answer, about);
        fuzz::must_hold(!error.message.empty(), "a refusal says what is wrong");
        fuzz::must_hold(error.message.size() <= 4096, "a refusal is short", error.message);
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    std::string_view text = fuzz::text_of(data, size);

    check_body(text);
    check_refusal(text);
    while (!text.empty())
        check_line(fuzz::take_line(text));
    return 0;
}

#include "core/kubeapi/watch_line.hpp"

#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::kubeapi;

namespace {

const Asked foos{.kind = {.group = "x.dev", .version = "v1", .kind = "Foo", .plural = "foos"}};

template <class T>
T event(std::string_view line) {
    auto read = read_watch_line(line, foos);
    REQUIRE(read);
    REQUIRE(std::holds_alternative<T>(*read));
    return std::get<T>(std::move(*read));
}

}  // namespace

TEST_CASE("a watch line tells what became of an object", "[kubeapi][watch]") {
    struct Row {
        const char* type;
        Change expected;
    };
    const auto row = GENERATE(
        Row{"ADDED", Change::Added},
        Row{"MODIFIED", Change::Modified},
        Row{"DELETED", Change::Deleted}
    );

    const auto changed = event<ObjectChanged>(
        std::string(R"({"type": ")") + row.type +
        R"(", "object": {"apiVersion": "x.dev/v1", "kind": "Foo", "metadata": {"name": "f",
            "namespace": "default", "resourceVersion": "226"}}})"
    );

    CHECK(changed.change == row.expected);
    CHECK(changed.object.id().text() == "Foo.x.dev default/f");
}

TEST_CASE("a bookmark tells how far the watch has come", "[kubeapi][watch]") {
    const auto bookmark = event<Bookmark>(
        R"({"type": "BOOKMARK", "object": {"apiVersion": "x.dev/v1", "kind": "Foo",
            "metadata": {"annotations": {"k8s.io/initial-events-end": "true"},
            "resourceVersion": "226"}}})"
    );

    CHECK(bookmark.resource_version == "226");
}

TEST_CASE("410 within a watch means that its past is forgotten", "[kubeapi][watch]") {
    event<Gone>(
        R"({"type": "ERROR", "object": {"kind": "Status", "apiVersion": "v1", "metadata": {},
            "status": "Failure", "message": "too old resource version: 1",
            "reason": "Expired", "code": 410}})"
    );
}

TEST_CASE("another error within a watch is told as what it is", "[kubeapi][watch]") {
    const auto ended = event<Ended>(
        R"({"type": "ERROR", "object": {"kind": "Status", "status": "Failure",
            "message": "storage is (re)initializing", "reason": "TooManyRequests",
            "details": {"retryAfterSeconds": 1}, "code": 429}})"
    );

    CHECK(ended.why.kind == ErrorKind::Throttled);
    CHECK(ended.why.retry_after == std::chrono::seconds(1));
}

TEST_CASE(
    "a watch line that is no event is told apart from the server's errors", "[kubeapi][watch]"
) {
    const auto* line = GENERATE(
        "{",
        "7",
        "\xff\xfe",
        R"({"type": "ADDED"})",
        R"({"type": "ADDED", "object": {"metadata": {}}})",
        R"({"type": "ADDED", "object": 7})",
        R"({"type": "MOVED", "object": {"metadata": {"name": "a"}}})"
    );
    CAPTURE(line);

    const auto read = read_watch_line(line, foos);

    REQUIRE_FALSE(read);
    CHECK(read.error().kind == ErrorKind::Unavailable);
}

TEST_CASE("resourceVersions are compared as numbers where they are some", "[kubeapi][watch]") {
    CHECK(version_number("18446744073709551615") == 18446744073709551615ULL);
    CHECK(*version_number("9") < *version_number("10"));
    CHECK_FALSE(version_number(""));
    CHECK_FALSE(version_number("1a"));
    CHECK_FALSE(version_number("-1"));
    CHECK_FALSE(version_number("18446744073709551616"));
}

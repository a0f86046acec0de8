#include "support/release_under_test.hpp"

#include <algorithm>
#include <sstream>

#include "core/base/text.hpp"
#include "core/model/release.hpp"
#include "support/catch.hpp"

namespace slipway::test {
namespace {

std::string indented(const std::string& text, const std::string& by) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);)
        result += by + line + "\n";
    return result;
}

}  // namespace

StatusCondition condition_of(const ReleaseStatus& status, std::string_view type) {
    const StatusCondition* found = find_condition(status, type);
    return found == nullptr ? StatusCondition{} : *found;
}

ObjectId ReleaseUnderTest::id() const {
    return {
        .group = std::string(release_group),
        .kind = "Release",
        .in_namespace = in_namespace_,
        .name = name_};
}

void ReleaseUnderTest::apply(const std::string& manifests, const std::string& spec) {
    apply_spec(format(
        "  serviceAccountName: deployer\n{}  sources:\n    - inline: |\n{}",
        spec,
        indented(manifests, "        ")
    ));
}

void ReleaseUnderTest::apply_spec(const std::string& spec) {
    cluster_.apply(format(
        "apiVersion: slipway.dev/v1alpha1\nkind: Release\nmetadata: {{name: {}, namespace: "
        "{}}}\nspec:\n{}",
        name_,
        in_namespace_,
        spec
    ));
}

void ReleaseUnderTest::annotate(const std::string& key, const std::string& value) const {
    cluster_.kubectl(
        {"annotate", "--overwrite", "release", name_, "-n", in_namespace_, key + "=" + value}
    );
}

void ReleaseUnderTest::remove() const {
    cluster_.kubectl({"delete", "release", name_, "-n", in_namespace_, "--wait=false"});
}

ReleaseStatus ReleaseUnderTest::status() const {
    const auto live = cluster_.api().get(
        ports::Identity::itself(), kind_of(std::string(release_group), "Release"), id()
    );
    REQUIRE(live);
    return read_metadata(*live).status;
}

bool ReleaseUnderTest::wait_for_status(
    const std::function<bool(const ReleaseStatus&)>& holds, Duration patience
) const {
    return cluster_.wait_until(
        kind_of(std::string(release_group), "Release"),
        id(),
        [&](const std::optional<Object>& live) {
            return live && holds(read_metadata(*live).status);
        },
        patience
    );
}

bool ReleaseUnderTest::wait_for(ReleasePhase phase, int revision, Duration patience) const {
    return wait_for_status(
        [&](const ReleaseStatus& status) {
            return status.phase == phase && (revision == 0 || status.revision == revision);
        },
        patience
    );
}

bool ReleaseUnderTest::wait_for_waiting(const std::string& text) const {
    return wait_for_status([&](const ReleaseStatus& status) {
        return std::ranges::any_of(status.waiting_for, [&](const std::string& what) {
            return what.find(text) != std::string::npos;
        });
    });
}

std::string ReleaseUnderTest::uid() const {
    const auto live = cluster_.find(id());
    REQUIRE(live);
    return live->uid();
}

bool ReleaseUnderTest::wait_until_gone(Duration patience) const {
    return cluster_.wait_until(
        kind_of(std::string(release_group), "Release"),
        id(),
        [](const std::optional<Object>& live) { return !live; },
        patience
    );
}

}  // namespace slipway::test

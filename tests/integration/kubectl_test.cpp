/// kubectl alone tells the story of a Release.
#include <regex>
#include <sstream>

#include "support/catch.hpp"
#include "support/local_cluster.hpp"
#include "support/release_under_test.hpp"
#include "support/running_operator.hpp"

using namespace slipway;
using namespace slipway::test;

namespace {

const std::string database = R"(apiVersion: apps/v1
kind: StatefulSet
metadata: {name: database, annotations: {werf.io/weight: "-1"}}
spec:
  serviceName: database
  selector: {matchLabels: {app: database}}
  template:
    metadata:
      labels: {app: database}
      annotations: {play.slipway.dev/never-ready: "true"}
    spec: {containers: [{name: main, image: postgres}]}
---
apiVersion: v1
kind: ConfigMap
metadata: {name: later}
)";

constexpr auto trouble = "StatefulSet/database: 0/1 replicas ready";

using Cells = std::vector<std::string>;

/// kubectl keeps at least two blanks between columns, and has none of these inside of one.
std::vector<Cells> table(const std::string& printed) {
    static const std::regex gap(" {2,}");
    std::vector<Cells> rows;
    std::istringstream lines(printed);
    for (std::string line; std::getline(lines, line);) {
        const std::sregex_token_iterator cells(line.begin(), line.end(), gap, -1);
        rows.emplace_back(cells, std::sregex_token_iterator());
    }
    return rows;
}

}  // namespace

TEST_CASE(
    "kubectl get and describe name what a Release waits for, and why", "[integration][kubectl]"
) {
    auto& cluster = LocalCluster::shared();
    const std::string space = cluster.make_namespace("story");
    RunningOperator running(cluster);
    ReleaseUnderTest release(cluster, space, "shop");
    release.apply(database);
    REQUIRE(release.wait_for_waiting(trouble));
    REQUIRE(cluster.wait_for_event(space, "InstallStarted", "revision 1 begins"));

    const auto narrow = table(cluster.kubectl({"get", "releases", "-n", space}).output);
    const auto wide = table(cluster.kubectl({"get", "rel", "-n", space, "-o", "wide"}).output);
    const auto told = cluster.kubectl({"describe", "release", "shop", "-n", space}).output;

    REQUIRE(narrow.size() == 2);
    CHECK(narrow[0] == Cells{"NAME", "PHASE", "STAGE", "PROGRESS", "READY", "REVISION", "AGE"});
    REQUIRE(narrow[1].size() == 7);
    CHECK(
        Cells(narrow[1].begin(), narrow[1].end() - 1) ==
        Cells{"shop", "Deploying", "group -1", "0/2", "Unknown", "1"}
    );
    REQUIRE(wide.size() == 2);
    REQUIRE(wide[0].size() == 9);
    CHECK(Cells(wide[0].end() - 2, wide[0].end()) == Cells{"WAITING FOR", "MESSAGE"});
    REQUIRE(wide[1].size() == 9);
    CHECK_THAT(wide[1][7], Catch::StartsWith(trouble));
    CHECK_THAT(wide[1][8], Catch::StartsWith(std::string("waiting for ") + trouble));
    CHECK_THAT(told, Catch::Contains("Waiting For:") && Catch::Contains(trouble));
    CHECK_THAT(told, Catch::Contains("InstallStarted") && Catch::Contains("revision 1 begins"));
}

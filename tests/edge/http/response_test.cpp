#include "core/kubeapi/request.hpp"
#include "support/catch.hpp"

namespace slipway::kubeapi {

TEST_CASE("headers are found whatever their case", "[http]") {
    const Response response{.status = 429, .headers = {{"Retry-After", "1"}, {"Retry-After", "2"}}};

    CHECK(response.header("retry-after") == "1");
    CHECK(response.header("RETRY-AFTER") == "1");
    CHECK(response.header("Retry").empty());
}

TEST_CASE("methods are written as HTTP writes them", "[http]") {
    struct Row {
        Method method;
        const char* expected;
    };
    const auto row = GENERATE(
        Row{Method::Get, "GET"},
        Row{Method::Post, "POST"},
        Row{Method::Put, "PUT"},
        Row{Method::Patch, "PATCH"},
        Row{Method::Delete, "DELETE"}
    );

    CHECK(word(row.method) == row.expected);
}

}  // namespace slipway::kubeapi

#include "core/base/base64.hpp"

#include "support/catch.hpp"

using namespace slipway;

TEST_CASE("base64 is padded and on one line (RFC 4648)", "[base][base64]") {
    struct Row {
        std::string bytes;
        std::string text;
    };
    const auto row = GENERATE(
        Row{"", ""},
        Row{"f", "Zg=="},
        Row{"fo", "Zm8="},
        Row{"foo", "Zm9v"},
        Row{"foobar", "Zm9vYmFy"},
        Row{std::string("\0\xff", 2), "AP8="}
    );

    CHECK(base64(row.bytes) == row.text);
}

TEST_CASE("base64 of many bytes is the same as of a few", "[base][base64]") {
    const std::size_t bytes = (6U << 20U) + 1;

    const std::string text = base64(std::string(bytes, 'a'));

    CHECK(text.size() == (bytes + 2) / 3 * 4);
    CHECK(text.substr(0, 8) == "YWFhYWFh");
    CHECK(text.substr(text.size() - 8) == "YWFhYQ==");
}

#include "core/plan/json_text.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using nlohmann::json;
using slipway::plan::json_text;

TEST_CASE("JSON is written as the library writes it, byte for byte", "[plan]") {
    const json value = GENERATE(
        json(),
        json(true),
        json(-12),
        json(18446744073709551615U),
        json(0.1),
        json(1e300),
        json("plain ~"),
        json(""),
        json("a \"quote\" and a \\"),
        json("tab\tline\nend\x01\x7f"),
        json("h\xC3\xA9 \xE2\x82\xAC \xF0\x9F\x9A\xA2"),
        json("not UTF-8: \xC3( \xFF"),
        json::array(),
        json::object(),
        json{
            {"b", {1, nullptr, {{"c", {"x", json::array({json::array()})}}}}},
            {"a \"key\"", json::object()},
            {"", "empty"}}
    );

    CHECK(json_text(value) == value.dump(-1, ' ', false, json::error_handler_t::replace));
}

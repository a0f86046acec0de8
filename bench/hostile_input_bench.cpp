/// What bad manifests cost: no more than a blink, and no memory that stays.
#include <malloc.h>
#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/base/text.hpp"
#include "core/manifest/manifest.hpp"
#include "differential/yaml_corpus.hpp"
#include "rig/figures.hpp"
#include "support/catch.hpp"

using namespace slipway;
using namespace slipway::bench;

namespace {

constexpr std::size_t mib = 1U << 20U;

std::string repeated(const std::string& text, std::size_t times) {
    std::string all;
    all.reserve(text.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        all += text;
    return all;
}

/// Nine levels of nine aliases each: 400 million values.
std::string alias_bomb() {
    std::string yaml = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
    for (int level = 1; level < 9; ++level) {
        std::string row;
        for (int i = 0; i < 9; ++i)
            row += format("{}*a{}", i == 0 ? "" : ", ", level - 1);
        yaml += format("a{0}: &a{0} [{1}]\n", level, row);
    }
    return yaml;
}

std::string keys(std::size_t bytes, const std::string& indentation, const std::string& value) {
    std::string yaml;
    for (int i = 0; yaml.size() < bytes; ++i)
        yaml += format("{}key-{}: {}\n", indentation, i, value);
    return yaml;
}

std::string config_map(const std::string& data) {
    return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  value: " + data + "\n";
}

/// Its data has so many keys, of 50 bytes with their values.
std::string json_config_map(int entries, const std::string& end = "}") {
    std::string json = R"({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, )"
                       R"("a": 1, "data": {"first": "")";
    for (int i = 0; i < entries; ++i)
        json += format(R"(, "key-{:06}": "some text, as long as a line is")", i);
    return json + "}" + end;
}

struct Hostile {
    const char* name;
    ErrorKind refused_as;
    std::string text;
};

std::vector<Hostile> inputs() {
    using enum ErrorKind;
    return {
        {"alias bomb", TooLarge, alias_bomb()},
        {"depth 1000, in brackets", TooLarge, repeated("[", 1'000)},
        {"depth 1000, by indentation", TooLarge, repeated("- ", 1'000)},
        {"100,000 brackets", InvalidManifest, "a: " + repeated("[{", 50'000)},
        {"self-alias", InvalidManifest, "a: &a [*a]\n"},
        {"object of 2 MiB", TooLarge, config_map("\"" + std::string(2 * mib, 'x') + "\"")},
        {"object of 2 MiB of words", TooLarge, config_map(repeated("word ", 2 * mib / 5))},
        {"20,000 documents", TooLarge, repeated("---\nk: v\n", 20'000)},
        {"invalid UTF-8 at the end of 1 MiB",
         InvalidManifest,
         config_map(std::string(mib, 'x') + "\xFF")},
        {"control character at the end of 1 MiB",
         InvalidManifest,
         config_map(std::string(mib, 'x') + "\x01")},
        {"unterminated quote before 1 MiB",
         InvalidManifest,
         config_map("\"open\n" + repeated("  some: text\n", mib / 13))},
        {"1 MiB of colons", InvalidManifest, repeated("a: ", mib / 3)},
        {"1 MiB of anchors", InvalidManifest, repeated("&a ", mib / 3)},
        {"1 MiB of question marks", InvalidManifest, repeated("? ", mib / 2)},
        {"unterminated quote at the end of 1 MiB",
         InvalidManifest,
         config_map("x\n" + keys(mib, "  ", "some text") + "  open: \"quote")},
        {"1 MiB of numbers in a list", TooLarge, config_map("[" + repeated("0,", mib / 2) + "0]")},
        {"1 MiB of empty maps in a list",
         TooLarge,
         config_map("[" + repeated("{},", mib / 3) + "{}]")},
        {"30,000 keys, one of them twice", InvalidManifest, keys(378'890, "", "v") + "key-0: v\n"},
        {"1 MiB of keys", TooLarge, keys(mib, "", "v") + "key-0: v\n"},
        {"1 MiB of empty JSON documents", TooLarge, repeated("{}", mib / 2)},
        {"1 MiB of JSON, wrong at its end", InvalidManifest, json_config_map(20'000) + "]"},
        {"1 MiB of JSON that does not end", InvalidManifest, json_config_map(20'000, "")},
        {"JSON with a key twice at its end",
         InvalidManifest,
         json_config_map(20'000, R"(, "a": 1})")},
    };
}

/// What memory it takes at the most, and what it keeps, in MiB over what there was.
class Memory {
public:
    Memory() {
        // What is free already would be used again without showing.
        malloc_trim(0);
        before_ = resident_mib(getpid());
        forget_peak(getpid());
    }

    std::string told() const {
        const double peak = peak_mib(getpid()) - before_;
        const double grown = resident_mib(getpid()) - before_;
        return format("peak={:.1f}MiB {} rss_grown={:.1f}MiB", peak, against(peak, 32), grown);
    }

private:
    double before_ = 0;
};

double median_time(const std::function<void()>& work) {
    std::vector<double> times;
    for (int round = 0; round < rounds; ++round)
        times.push_back(seconds_of(work));
    return median(times);
}

}  // namespace

TEST_CASE("hostile: bad manifests cost little time and no memory", "[hostile]") {
    const auto hostile_inputs = inputs();
    const Memory memory;
    double longest = 0;
    std::string which;
    for (const Hostile& hostile : hostile_inputs) {
        const double seconds = median_time([&] {
            const auto read = manifest::read_objects("hostile", hostile.text);
            REQUIRE_FALSE(read);
            CHECK(read.error().kind == hostile.refused_as);
        });
        print("hostile", format("time={:.1f}ms {}", seconds * 1000, hostile.name));
        if (seconds > longest) which = hostile.name;
        longest = std::max(longest, seconds);
    }
    print(
        "hostile",
        format(
            "longest={:.1f}ms {}: {}; {}",
            longest * 1000,
            against(longest * 1000, 50),
            which,
            memory.told()
        )
    );
}

TEST_CASE("malformed: a document that is wrong costs little time and no memory", "[malformed]") {
    const auto corpus = test::yaml_corpus();
    const Memory memory;
    double longest = 0;
    int documents = 0;
    for (const std::string& text : corpus) {
        if (manifest::read_value("malformed", text)) continue;
        ++documents;
        const auto read = [&] { CHECK_FALSE(manifest::read_value("malformed", text)); };
        longest = std::max(longest, median_time(read));
    }
    REQUIRE(documents >= 2'000);
    print(
        "malformed",
        format(
            "longest={:.2f}ms {} {} documents={}",
            longest * 1000,
            against(longest * 1000, 50),
            memory.told(),
            documents
        )
    );
}

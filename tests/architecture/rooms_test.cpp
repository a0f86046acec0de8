/// Keeps operator/README.md true: its table of rooms is the rule that this test enforces.
#include <algorithm>
#include <array>
#include <utility>

#include "architecture/includes.hpp"

using namespace slipway::architecture;

namespace {

using Names = std::map<std::string, Room>;

constexpr std::size_t longest_file = 300;

/// How headers start, and how the table calls the library.
constexpr std::array libraries{
    std::pair{"nlohmann/", "nlohmann"},
    std::pair{"fmt/", "fmt"},
    std::pair{"yaml-cpp/", "yaml-cpp"},
    std::pair{"yaml.h", "libyaml"},
    std::pair{"boost/beast", "Beast"},
    std::pair{"boost/asio", "Asio"},
    std::pair{"boost/optional/", "Beast"},
    std::pair{"boost/system/", "Asio"},
    std::pair{"boost/pool/", "Pool"},
    std::pair{"boost/intrusive/", "Intrusive"},
    std::pair{"openssl/", "OpenSSL"},
    std::pair{"zlib.h", "zlib"},
    std::pair{"prometheus/", "prometheus-cpp"},
    std::pair{"spdlog/", "spdlog"},
    std::pair{"CLI/", "CLI11"},
    std::pair{"cpprest/", "cpprest"},
    std::pair{"pplx/", "cpprest"},
};

/// What performs instead of computing. POSIX headers (unistd.h, sys/...) are refused by their form.
/// <istream> is not among them: yaml-cpp reads from nothing else, and ours is a buffer.
const std::set<std::string> performing{
    "atomic",
    "condition_variable",
    "csignal",
    "filesystem",
    "fstream",
    "future",
    "iostream",
    "mutex",
    "ostream",
    "random",
    "semaphore",
    "shared_mutex",
    "sstream",
    "stop_token",
    "syncstream",
    "thread"};

/// What all threads share is counted and locked; what it says never depends on either.
const std::set<std::pair<std::string, std::string>> excused{
    {"core/base/dense_map.hpp", "mutex"},
    {"core/base/interned.cpp", "atomic"},
    {"core/base/interned.cpp", "mutex"},
    {"core/base/lasting_memory.cpp", "mutex"},
};

bool is_standard(const std::string& header) {
    return header.find('/') == std::string::npos && header.find('.') == std::string::npos;
}

/// The table's name of a header's library; "" for one that it does not know.
std::string library_of(const std::string& header) {
    for (const auto& [start, name] : libraries) {
        if (header.starts_with(start)) return name;
    }
    return "";
}

bool is_posix(const std::string& header) {
    return header.ends_with(".h") && library_of(header).empty();
}

bool is_core(const std::string& path) { return path.starts_with("core/"); }

bool may_include(const std::string& room, const Include& include, const Names& rooms) {
    const std::string target = room_of(include.path, rooms);
    const bool own_generated = include.path.ends_with(".gen.hpp") && include.path.starts_with(room);
    return target == room || own_generated || rooms.at(room).ours.contains(target);
}

bool may_use(const std::string& room, const Include& include, const Names& rooms) {
    if (is_standard(include.path) || include.path == "nlohmann/json_fwd.hpp") return true;
    if (is_posix(include.path)) return !is_core(room);
    return rooms.at(room).third_party.contains(library_of(include.path));
}

}  // namespace

TEST_CASE("every source belongs to a room of the table", "[architecture]") {
    const auto rooms = table_of_rooms();
    REQUIRE(rooms.size() > 10);

    for (const Source& source : sources()) {
        CAPTURE(source.path);
        CHECK_FALSE(room_of(source.path, rooms).empty());
    }
}

TEST_CASE("every include stays within what the room's row allows", "[architecture]") {
    const auto rooms = table_of_rooms();

    for (const Source& source : sources()) {
        const std::string room = room_of(source.path, rooms);
        if (room.empty()) continue;
        for (const Include& include : includes_of(source)) {
            CAPTURE(source.path, include.line, include.path);
            const bool allowed = include.in_quotes ? may_include(room, include, rooms)
                                                   : may_use(room, include, rooms);
            CHECK(allowed);
        }
    }
}

TEST_CASE("core computes: no clocks, threads, sockets, files or streams", "[architecture]") {
    static const std::regex acts(R"(::now\(|\b(getenv|system|rand|sleep_for|sleep_until|spdlog)\b)"
    );

    for (const Source& source : sources()) {
        if (!is_core(source.path)) continue;
        for (const Include& include : includes_of(source)) {
            CAPTURE(source.path, include.line, include.path);
            if (excused.contains({source.path, include.path})) continue;
            CHECK_FALSE(performing.contains(include.path));
        }
        for (const std::string& line : source.lines) {
            if (line.find("//") != std::string::npos) continue;
            CAPTURE(source.path, line);
            CHECK_FALSE(std::regex_search(line, acts));
        }
    }
}

TEST_CASE("the heavy JSON header stands in no header", "[architecture]") {
    for (const Source& source : sources()) {
        if (!source.path.ends_with(".hpp")) continue;
        for (const Include& include : includes_of(source)) {
            CAPTURE(source.path, include.line);
            CHECK(include.path != "nlohmann/json.hpp");
        }
    }
}

TEST_CASE("a file is short enough to be read at once", "[architecture]") {
    for (const Source& source : sources()) {
        CAPTURE(source.path);
        CHECK(source.lines.size() <= longest_file);
    }
}

TEST_CASE("rooms depend on each other in one direction", "[architecture]") {
    const auto rooms = table_of_rooms();

    for (const auto& [name, room] : rooms) {
        for (const std::string& other : room.ours) {
            CAPTURE(name, other);
            REQUIRE(rooms.contains(other));
            CHECK_FALSE(rooms.at(other).ours.contains(name));
            CHECK_FALSE((is_core(name) && !is_core(other)));
        }
    }
}

/// What the sources of the operator include, and what the table of rooms lets them include.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/catch.hpp"

namespace slipway::architecture {

namespace fs = std::filesystem;

inline const fs::path operator_folder = SLIPWAY_SOURCE_DIR "/operator";

struct Room {
    std::set<std::string> ours;
    std::set<std::string> third_party;
};

inline std::set<std::string> words(const std::string& cell) {
    std::istringstream in(cell);
    return {std::istream_iterator<std::string>(in), {}};
}

inline std::vector<std::string> lines_of(const fs::path& path) {
    std::vector<std::string> lines;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
        lines.push_back(line);
    return lines;
}

/// The rows of the table in operator/README.md, by room.
inline std::map<std::string, Room> table_of_rooms() {
    static const std::regex row(R"(\| ([\w/.]+) \|([^|]*)\|([^|]*)\|)");
    std::map<std::string, Room> rooms;
    for (const std::string& line : lines_of(operator_folder / "README.md")) {
        std::smatch cells;
        if (!std::regex_match(line, cells, row) || cells[1] == "room") continue;
        rooms[cells[1]] = {words(cells[2]), words(cells[3])};
    }
    return rooms;
}

/// The room that a path below operator/ belongs to, "" for what belongs to none. What lies in no
/// folder is main.cpp's.
inline std::string room_of(const std::string& path, const std::map<std::string, Room>& rooms) {
    if (path.find('/') == std::string::npos) return "main.cpp";
    for (const auto& [name, room] : rooms) {
        if (path.starts_with(name + "/")) return name;
    }
    return "";
}

struct Source {
    std::string path;  ///< Below operator/.
    std::vector<std::string> lines;
};

inline std::vector<Source> sources() {
    std::vector<Source> all;
    for (const auto& entry : fs::recursive_directory_iterator(operator_folder)) {
        const auto extension = entry.path().extension();
        if (extension != ".cpp" && extension != ".hpp") continue;
        const auto path = fs::relative(entry.path(), operator_folder).generic_string();
        all.push_back({path, lines_of(entry.path())});
    }
    return all;
}

struct Include {
    int line;  ///< From 1.
    bool in_quotes;
    std::string path;
};

inline std::vector<Include> includes_of(const Source& source) {
    static const std::regex directive(R"re(\s*#\s*include\s*([<"])([^>"]+)[>"].*)re");
    std::vector<Include> all;
    int number = 0;
    for (const std::string& line : source.lines) {
        ++number;
        std::smatch parts;
        if (!std::regex_match(line, parts, directive)) continue;
        all.push_back({number, parts[1] == "\"", parts[2]});
    }
    return all;
}

}  // namespace slipway::architecture

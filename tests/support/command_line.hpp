/// One call of the command `slipway` in this process, with files of its own.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "cli/run.hpp"
#include "support/temporary_folder.hpp"

namespace slipway::test {

struct Said {
    int exit_code = 0;
    std::string out{};
    std::string err{};
};

class CommandLine {
public:
    /// The path of a file with this text.
    std::string file(const std::string& name, const std::string& text) const {
        const std::filesystem::path path = folder_.path() + "/" + name;
        std::filesystem::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path;
    }
    const std::string& folder() const { return folder_.path(); }

    /// Paths of the folder stand in what was said without it, so that texts can be compared.
    Said run(std::vector<std::string> arguments, const std::string& in = "") const {
        std::istringstream input(in);
        std::ostringstream out;
        std::ostringstream err;
        const int code = cli::run(std::move(arguments), {.in = input, .out = out, .err = err}, "1.2.3");
        return {code, without_folder(out.str()), without_folder(err.str())};
    }

private:
    std::string without_folder(std::string text) const {
        const std::string prefix = folder() + "/";
        for (auto at = text.find(prefix); at != text.npos; at = text.find(prefix, at))
            text.erase(at, prefix.size());
        return text;
    }

    TemporaryFolder folder_{};
};

}  // namespace slipway::test

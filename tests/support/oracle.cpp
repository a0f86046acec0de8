#include "support/oracle.hpp"

#include <filesystem>
#include <fstream>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "core/base/text.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"

namespace slipway::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

/// Gone with the test, however it ends.
class Folder {
public:
    Folder() {
        path_ = (fs::temp_directory_path() / "slipway-oracle-XXXXXX").string();
        REQUIRE(mkdtemp(path_.data()) != nullptr);
    }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;

    std::string file(const std::string& name) const { return path_ + "/" + name; }

private:
    std::string path_;
};

std::string built_oracle() {
    const auto built = run_command({"bash", SLIPWAY_SOURCE_DIR "/tests/oracle/build.sh", "inputs"});
    INFO(built.output);
    REQUIRE(built.exit_code == 0);
    const std::string_view output = trimmed(built.output);
    return std::string(output.substr(output.rfind('\n') + 1));
}

}  // namespace

std::vector<json> ask_oracle(const std::string& mode, const std::vector<json>& questions) {
    const Folder folder;
    std::ofstream asked(folder.file("questions"));
    for (const json& question : questions)
        asked << question.dump() << "\n";
    asked.close();
    const auto done = run_command(
        {"bash",
         "-c",
         "\"$0\" \"$1\" < \"$2\" > \"$3\"",
         built_oracle(),
         mode,
         folder.file("questions"),
         folder.file("answers")}
    );
    INFO(done.output);
    REQUIRE(done.exit_code == 0);

    std::vector<json> answers;
    std::ifstream lines(folder.file("answers"));
    for (std::string line; std::getline(lines, line);)
        answers.push_back(json::parse(line));
    REQUIRE(answers.size() == questions.size());
    return answers;
}

}  // namespace slipway::test

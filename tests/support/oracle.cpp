#include "support/oracle.hpp"

#include <fstream>

#include <nlohmann/json.hpp>

#include "support/build_script.hpp"
#include "support/catch.hpp"
#include "support/process.hpp"
#include "support/temporary_folder.hpp"

namespace slipway::test {

using nlohmann::json;

std::vector<json> ask_oracle(const std::string& mode, const std::vector<json>& questions) {
    const TemporaryFolder folder;
    const std::string question_file = folder.path() + "/questions";
    const std::string answer_file = folder.path() + "/answers";
    std::ofstream asked(question_file);
    for (const json& question : questions)
        asked << question.dump() << "\n";
    asked.close();
    const auto done = run_command(
        {"bash",
         "-c",
         "\"$0\" \"$1\" < \"$2\" > \"$3\"",
         built_by({"bash", SLIPWAY_SOURCE_DIR "/tests/oracle/build.sh", "inputs"}),
         mode,
         question_file,
         answer_file}
    );
    INFO(done.output);
    REQUIRE(done.exit_code == 0);

    std::vector<json> answers;
    std::ifstream lines(answer_file);
    for (std::string line; std::getline(lines, line);)
        answers.push_back(json::parse(line));
    REQUIRE(answers.size() == questions.size());
    return answers;
}

}  // namespace slipway::test

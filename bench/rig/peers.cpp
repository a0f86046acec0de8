#include "rig/peers.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/base/text.hpp"
#include "rig/figures.hpp"
#include "support/build_script.hpp"
#include "support/catch.hpp"

namespace slipway::bench {

Chart::Chart(const std::vector<std::string>& templates, const std::string& definitions) {
    std::filesystem::create_directory(this->templates());
    std::ofstream(path() + "/Chart.yaml") << "apiVersion: v2\nname: bench\nversion: 1.0.0\n";
    for (std::size_t i = 0; i < templates.size(); ++i)
        change(i, templates[i]);
    if (definitions.empty()) return;
    std::filesystem::create_directory(this->definitions());
    std::ofstream(this->definitions() + "/all.yaml") << definitions;
}

void Chart::change(std::size_t which, const std::string& text) {
    std::ofstream(file(which)) << text;
}

std::string Chart::file(std::size_t which) const {
    return format("{}/{}.yaml", templates(), which);
}

Helm::Helm()
    : program_(test::built_by({"bash", SLIPWAY_SOURCE_DIR "/tests/support/helm.sh", "4"})) {}

void Helm::run(const std::vector<std::string>& arguments) const {
    // A reader of ours at the other end of a pipe would hold it up.
    const std::string said = said_.path() + "/helm.txt";
    std::vector<std::string> command{"bash", "-c", R"(exec "$@" > "$0" 2>&1)", said, program_};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const int exit_code = test::run_command(command).exit_code;
    if (exit_code == 0) return;
    std::ostringstream text;
    text << std::ifstream(said).rdbuf();
    FAIL(join(arguments, " ") << ": " << exit_code << "\n" << text.str());
}

void Peers::helm(const std::vector<std::string>& arguments) const {
    std::vector<std::string> all{"--kubeconfig", world_.cluster().kubeconfig()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    helm_.run(all);
}

void print_peers(const std::string& scenario, const std::vector<std::vector<double>>& seconds) {
    print(
        scenario,
        format("helm={:.1f}s kubectl={:.1f}s", median(seconds.at(0)), median(seconds.at(1)))
    );
}

void Peers::kubectl(const std::vector<std::string>& arguments) const {
    world_.cluster().kubectl(arguments);
}

}  // namespace slipway::bench

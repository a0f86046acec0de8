#include "support/running_operator.hpp"

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>

#include "core/base/text.hpp"
#include "support/catch.hpp"

namespace slipway::test {
namespace {

const std::string system_namespace = "slipway-system";

/// AddressSanitizer wants to be the first library, where nothing is said.
std::vector<std::string> with_preloaded(const std::string& library) {
    if (library.empty()) return {};
    const char* options = std::getenv("ASAN_OPTIONS");
    return {
        "env",
        "LD_PRELOAD=" + library,
        format("ASAN_OPTIONS=verify_asan_link_order=0:{}", options == nullptr ? "" : options)};
}

}  // namespace

RunningOperator::RunningOperator(LocalCluster& cluster, OperatorOptions options) {
    static std::atomic<int> count{0};
    const std::string base = format("{}/operator-{}", cluster.folder(), ++count);
    const auto token =
        cluster.kubectl({"create", "token", "slipway-operator", "-n", system_namespace});
    const std::string server = options.server.empty() ? cluster.api_server() : options.server;
    std::ofstream(base + ".kubeconfig") << format(
        R"(
apiVersion: v1
kind: Config
clusters: [{{name: local, cluster: {{server: "{}", certificate-authority: "{}/ca.crt"}}}}]
users: [{{name: slipway, user: {{token: "{}"}}}}]
contexts: [{{name: local, context: {{cluster: local, user: slipway}}}}]
current-context: local
)",
        server,
        cluster.folder(),
        std::string(trimmed(token.output))
    );
    command_ = with_preloaded(options.preloaded);
    const std::vector<std::string> common{
        SLIPWAY_OPERATOR,
        "--kubeconfig",
        base + ".kubeconfig",
        "--namespace",
        system_namespace,
        "--metrics-port",
        "0",
        "--probe-port",
        "0",
        "--log-level",
        options.log_level,
        "--identity",
        base.substr(base.rfind('/') + 1)};
    command_.insert(command_.end(), common.begin(), common.end());
    command_.insert(command_.end(), options.lease.begin(), options.lease.end());
    command_.insert(command_.end(), options.arguments.begin(), options.arguments.end());
    log_ = base + ".log";
    start_again();
}

RunningOperator::~RunningOperator() {
    if (!was_killed_ && !process_->is_running())
        FAIL_CHECK("the operator has ended by itself: " << log_);
    process_.reset();
    std::ifstream lines(log_);
    for (std::string line; std::getline(lines, line);) {
        const bool is_report = line.find("Sanitizer") != std::string::npos ||
                               line.find("runtime error:") != std::string::npos;
        if (is_report) FAIL_CHECK(line);
    }
}

void RunningOperator::kill() {
    was_killed_ = true;
    process_->kill();
}

bool RunningOperator::crashes() {
    constexpr int patience = 60'000;
    was_killed_ = process_->has_ended(patience) && process_->exit_code() != 0;
    return was_killed_;
}

std::optional<int> RunningOperator::stop() {
    was_killed_ = true;
    return process_->stop();
}

std::string RunningOperator::log() const {
    std::ifstream file(log_);
    return {std::istreambuf_iterator<char>(file), {}};
}

bool RunningOperator::becomes_ready() const {
    const std::string what = "probes on port ";
    std::ifstream lines(log_);
    std::string port;
    for (std::string line; std::getline(lines, line);) {
        const auto found = line.find(what);
        if (found != std::string::npos)
            port = std::to_string(std::stoi(line.substr(found + what.size())));
    }
    const std::string url = format("http://127.0.0.1:{}/readyz", port);
    const auto asked = run_command(
        {"curl",
         "-sf",
         "--max-time",
         "5",
         "--retry",
         "30",
         "--retry-delay",
         "1",
         "--retry-all-errors",
         url}
    );
    return asked.exit_code == 0;
}

void RunningOperator::start_again() {
    process_ = std::make_unique<Process>(command_, log_);
    was_killed_ = false;
}

}  // namespace slipway::test

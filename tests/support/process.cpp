#include "support/process.hpp"

#include <array>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace slipway::test {
namespace {

std::vector<char*> arguments_of(const std::vector<std::string>& command) {
    std::vector<char*> arguments;
    for (const std::string& word : command)
        arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    return arguments;
}

struct Ends {
    int in;
    int out;
    int err;
};

/// In the child, between fork and exec: nothing here may allocate.
[[noreturn]] void become(const std::vector<char*>& arguments, Ends ends) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, nullptr);
    dup2(ends.in, STDIN_FILENO);
    dup2(ends.out, STDOUT_FILENO);
    dup2(ends.err, STDERR_FILENO);
    execvp(arguments[0], arguments.data());
    _exit(127);
}

pid_t start(const std::vector<std::string>& command, Ends ends) {
    const auto arguments = arguments_of(command);
    const pid_t pid = fork();
    if (pid < 0) throw std::runtime_error("fork failed");
    if (pid == 0) become(arguments, ends);
    return pid;
}

std::array<int, 2> make_pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe failed");
    return ends;
}

int exit_code_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Finished run_command(const std::vector<std::string>& command, const std::string& input) {
    const auto to_child = make_pipe();
    const auto from_child = make_pipe();
    const pid_t pid = start(command, {to_child[0], from_child[1], from_child[1]});
    close(to_child[0]);
    close(from_child[1]);
    // Inputs of tests are smaller than a pipe's buffer, so this cannot block on a child that
    // writes.
    if (write(to_child[1], input.data(), input.size()) < 0)
        throw std::runtime_error("write failed");
    close(to_child[1]);
    Finished finished;
    std::array<char, 4096> piece{};
    for (ssize_t got = 0; (got = read(from_child[0], piece.data(), piece.size())) > 0;) {
        finished.output.append(piece.data(), static_cast<std::size_t>(got));
    }
    close(from_child[0]);
    int status = 0;
    waitpid(pid, &status, 0);
    finished.exit_code = exit_code_of(status);
    return finished;
}

Process::Process(const std::vector<std::string>& command, const std::string& log, bool piped) {
    const int file = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    if (!piped) {
        const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
        pid_ = start(command, {nothing, file, file});
        close(nothing);
    } else {
        const auto to_child = make_pipe();
        const auto from_child = make_pipe();
        pid_ = start(command, {to_child[0], from_child[1], file});
        close(to_child[0]);
        close(from_child[1]);
        input_ = to_child[1];
        output_ = from_child[0];
    }
    close(file);
}

Process::~Process() {
    close_input();
    if (output_ >= 0) close(output_);
    if (pid_ > 0 && !stop()) kill();
}

std::optional<int> Process::stop() {
    signal(SIGTERM);
    constexpr int patience = 10'000;
    return has_ended(patience) ? std::optional(exit_code_) : std::nullopt;
}

void Process::signal(int number) const {
    if (pid_ > 0) ::kill(pid_, number);
}

void Process::kill() {
    if (pid_ < 0) return;
    ::kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

bool Process::is_running() { return pid_ > 0 && !has_ended(0); }

bool Process::has_ended(int milliseconds) {
    const int handle = static_cast<int>(syscall(SYS_pidfd_open, pid_, 0));
    pollfd ended{.fd = handle, .events = POLLIN, .revents = 0};
    const bool gone = poll(&ended, 1, milliseconds) > 0;
    close(handle);
    if (!gone) return false;
    int status = 0;
    waitpid(pid_, &status, 0);
    exit_code_ = exit_code_of(status);
    pid_ = -1;
    return true;
}

std::string Process::read_line() const {
    std::string line;
    char next = 0;
    while (read(output_, &next, 1) == 1 && next != '\n')
        line += next;
    return line;
}

void Process::close_input() {
    if (input_ >= 0) close(input_);
    input_ = -1;
}

}  // namespace slipway::test

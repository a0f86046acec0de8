/// Child processes of tests: started with the test, ended with it, whatever way the test ends.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace slipway::test {

struct Finished {
    int exit_code = 0;
    std::string output{};  ///< stdout and stderr.
};

/// Runs to its end.
Finished run_command(const std::vector<std::string>& command, const std::string& input = "");

class Process {
public:
    /// `log`: the file that takes stdout and stderr; with `piped`, stdin and stdout are ours
    /// instead. The kernel kills the child when the thread that started it dies.
    Process(const std::vector<std::string>& command, const std::string& log, bool piped = false);
    /// SIGTERM, and SIGKILL where that does not help within 10 s.
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;

    void signal(int number) const;
    /// SIGKILL, and gone when this returns.
    void kill();
    bool is_running();
    /// Waits until it has, at most so long.
    bool has_ended(int milliseconds);
    /// SIGTERM: its exit code once it has ended; nothing where it is still there after 10 s.
    std::optional<int> stop();
    /// Blocks until a line comes, or the end of the output ("").
    std::string read_line() const;
    void close_input();
    /// Of one that has ended.
    int exit_code() const { return exit_code_; }
    pid_t pid() const { return pid_; }

private:
    int exit_code_ = 0;  ///< Once it has ended.

    pid_t pid_ = -1;
    int input_ = -1;
    int output_ = -1;
};

}  // namespace slipway::test

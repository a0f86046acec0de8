/// A process that does something and dies of it, while the test's own lives on.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include "support/catch.hpp"

namespace slipway::test {

constexpr int exit_code_of_death = 77;

/// No destructor runs: as with a signal.
[[noreturn]] inline void die() { _exit(exit_code_of_death); }

/// `act` must not come to its end.
template <class Act>
void in_a_process_that_dies(Act act) {
    const pid_t pid = fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        act();
        _exit(0);
    }
    int status = 0;
    REQUIRE(waitpid(pid, &status, 0) == pid);
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == exit_code_of_death);
}

}  // namespace slipway::test

/// A crash of the operator's process at a chosen write.
#pragma once

namespace slipway::test {

/// Thrown in the middle of a write: the operator's process dies here.
struct Crash {};

enum class When { BeforeTheWrite, AfterTheWrite };

/// Counts writes, and crashes at one of them.
class CrashPoint {
public:
    void at(int write, When when) {
        write_ = write;
        when_ = when;
        count_ = 0;
    }
    void never() { write_ = -1; }
    int writes() const { return count_; }

    template <class Commit>
    auto guard(Commit commit) {
        const bool here = ++count_ == write_;
        if (here && when_ == When::BeforeTheWrite) crash();
        auto answer = commit();
        if (here && when_ == When::AfterTheWrite) crash();
        return answer;
    }

private:
    [[noreturn]] void crash() {
        write_ = -1;
        throw Crash{};
    }

    int write_ = -1;
    When when_ = When::AfterTheWrite;
    int count_ = 0;
};

}  // namespace slipway::test

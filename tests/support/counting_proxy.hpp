/// A proxy before the API server that counts what is written, and lets the writer die at any write.
///
/// It is the API server to whoever comes, with that one's own certificate, and passes everything
/// on, the caller's token and impersonation included. Every mutating request is remembered in the
/// order in which it came; see PassedWrite for which.
#pragma once

#include <functional>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "core/base/time.hpp"
#include "support/passed_write.hpp"
#include "support/proxied_connection.hpp"

namespace slipway::test {

class LocalCluster;

class CountingProxy {
public:
    enum class Moment {
        BeforeForwarding,  ///< The server never hears of the write.
        BeforeAnswering,   ///< The server has done it; the writer never hears of that.
        InMidAnswer,       ///< The writer hears half of it.
    };

    enum class Cut {
        EveryConnection,  ///< As the kernel would for a dead process.
        ThatConnection,
        Nothing,  ///< In mid-answer: nothing more is said until the writer hangs up.
    };

    /// Springs once, at the first write that matches. `spring` is called on a thread of the
    /// proxy's, then connections are hung up, or silent.
    struct Trap {
        Moment moment;
        std::function<bool(const PassedWrite&)> matches;
        std::function<void()> spring;
        Cut cut = Cut::EveryConnection;
    };

    explicit CountingProxy(const LocalCluster& cluster);
    ~CountingProxy();
    CountingProxy(const CountingProxy&) = delete;
    CountingProxy& operator=(const CountingProxy&) = delete;

    /// What takes the place of the API server's URL.
    std::string address() const;

    void set(Trap trap);
    bool wait_until_sprung(Duration patience = std::chrono::seconds(30));
    /// Called with each write before the server hears of it, on the proxy's threads.
    void before_each_write(std::function<void(const PassedWrite&)> look);

    /// Asked about every request, writes and reads, before anything else, on the proxy's threads;
    /// where it gives an answer, that is what the client gets, and the server never hears of it.
    void answer_instead(std::function<std::optional<ForgedAnswer>(const AskedOfProxy&)> forge);

    /// In the order in which they came, those to `in_namespace`; Releases are left out.
    std::vector<PassedWrite> writes(const std::string& in_namespace) const;

private:
    class Listener;
    struct State;

    std::shared_ptr<State> state_;
    std::unique_ptr<Listener> listener_;
};

}  // namespace slipway::test

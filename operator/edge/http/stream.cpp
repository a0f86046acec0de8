#include "edge/http/stream.hpp"

#include <mutex>
#include <utility>

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

#include "core/base/text.hpp"
#include "edge/http/download.hpp"
#include "edge/http/line_splitter.hpp"

namespace slipway::http {
namespace {

namespace asio = boost::asio;
using kubeapi::Request;
using kubeapi::Response;

constexpr std::size_t longest_line = 8U << 20;
constexpr std::size_t longest_refusal = 1U << 20;

/// What the handle, on any thread, and the conversation, on the loop's, know of each other.
class Link {
public:
    explicit Link(std::shared_ptr<StreamSink> sink) : sink_(std::move(sink)) {}

    /// Calls the sink unless the handle is gone.
    template <class Call>
    void tell(const Call& call) {
        const std::lock_guard lock(telling_);
        if (!is_cut_) call(*sink_);
    }

    bool is_cut() {
        const std::lock_guard lock(telling_);
        return is_cut_;
    }

    /// Waits for the sink call that runs, except from within it; none comes after.
    void cut() {
        const std::lock_guard lock(telling_);
        is_cut_ = true;
    }

    /// On the loop's thread only: what to close when the handle goes.
    std::weak_ptr<Download> download{};

private:
    // Recursive, because a sink may destroy the stream that is calling it.
    std::recursive_mutex telling_{};
    bool is_cut_ = false;
    std::shared_ptr<StreamSink> sink_;
};

class Handle final : public Stream {
public:
    Handle(std::shared_ptr<Loop> loop, std::weak_ptr<Link> link)
        : loop_(std::move(loop)), link_(std::move(link)) {}
    Handle(const Handle&) = delete;
    Handle& operator=(const Handle&) = delete;

    ~Handle() override {
        const auto link = link_.lock();
        if (!link) return;
        link->cut();
        loop_->post([link] {
            if (const auto download = link->download.lock()) download->close();
        });
    }

private:
    std::shared_ptr<Loop> loop_;
    // The conversation owns the link: with it the sink goes, which may well own this handle.
    std::weak_ptr<Link> link_;
};

asio::awaitable<Result<void>> read_lines(Download& download, Link& link) {
    LineSplitter lines(longest_line, [&link](std::string_view line) {
        link.tell([line](StreamSink& sink) { sink.on_line(line); });
    });
    auto read = co_await download.read([&lines](std::string_view piece) -> Result<void> {
        if (lines.feed(piece)) return {};
        return Error{ErrorKind::TooLarge, "a line of the answer is longer than 8 MiB"};
    });
    if (read) lines.finish();
    co_return read;
}

asio::awaitable<Result<void>> read_refusal(Download& download, Response& refusal) {
    co_return co_await download.read([&refusal](std::string_view piece) -> Result<void> {
        if (refusal.body.size() + piece.size() > longest_refusal) {
            const auto status = refusal.status;
            return Error{
                ErrorKind::TooLarge, format("the answer to status {} is over 1 MiB", status)};
        }
        refusal.body.append(piece);
        return {};
    });
}

/// Asks on a new connection; once more with fresh credentials if these are refused.
asio::awaitable<Result<Response>> open(
    std::shared_ptr<Download>& download, Link& link, const Origin& origin, const Request& request
) {
    const asio::any_io_executor executor = co_await asio::this_coro::executor;
    bool was_refused = false;
    while (true) {
        auto made = Download::make(executor, origin);
        if (!made) co_return made.error();
        download = *made;
        link.download = download;
        auto head = co_await download->open(request);
        const bool is_refused = head && head->status == 401;
        if (!is_refused || link.is_cut() || std::exchange(was_refused, true)) co_return head;
        origin.credentials->refused();
    }
}

asio::awaitable<Result<Response>> follow(Link& link, const Origin& origin, const Request& request) {
    std::shared_ptr<Download> download;
    auto response = co_await open(download, link, origin, request);
    if (!response) co_return response;
    link.tell([&](StreamSink& sink) { sink.on_open(*response); });
    auto read =
        response->is_success() ? read_lines(*download, link) : read_refusal(*download, *response);
    const auto done = co_await std::move(read);
    if (!done) co_return done.error();
    co_return response;
}

asio::awaitable<void> converse(std::shared_ptr<Link> link, Origin origin, Request request) {
    if (link->is_cut()) co_return;
    auto end = co_await follow(*link, origin, request);
    if (!end) end = in_context(place(origin.settings.endpoint, request), end.error());
    link->tell([&](StreamSink& sink) { sink.on_end(std::move(end)); });
}

}  // namespace

std::unique_ptr<Stream> start_stream(
    const std::shared_ptr<Loop>& loop,
    Origin origin,
    Request request,
    std::shared_ptr<StreamSink> sink
) {
    auto link = std::make_shared<Link>(std::move(sink));
    auto handle = std::make_unique<Handle>(loop, link);
    loop->post([link = std::move(link),
                executor = loop->executor(),
                origin = std::move(origin),
                request = std::move(request)]() mutable {
        asio::co_spawn(
            executor,
            converse(std::move(link), std::move(origin), std::move(request)),
            abort_on_defect
        );
    });
    return handle;
}

}  // namespace slipway::http

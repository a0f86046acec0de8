#include "edge/cluster/watch.hpp"

#include <mutex>
#include <utility>

#include "core/base/text.hpp"
#include "core/kubeapi/answer.hpp"
#include "core/kubeapi/watch_line.hpp"
#include "edge/cluster/caller.hpp"
#include "edge/cluster/roster.hpp"
#include "edge/cluster/selection.hpp"
#include "edge/cluster/watch_patience.hpp"

namespace slipway::cluster {
namespace {

using namespace std::chrono_literals;
using kubeapi::Response;

constexpr int usual_page = 500;
/// A stream's line is limited to 8 MiB, and a page is one line: so many of the largest objects fit.
constexpr int smallest_page = 4;

class WatchLoop : public std::enable_shared_from_this<WatchLoop> {
public:
    WatchLoop(WatchTerms terms, std::shared_ptr<ports::WatchSink> sink)
        : terms_(std::move(terms)),
          scope_(scope_of(terms_.selection)),
          asked_(asked_of(terms_.kind, terms_.selection)),
          sink_(std::move(sink)),
          roster_(!sink_->sees_what_is_missing()) {}

    void start() {
        const std::lock_guard lock(mutex_);
        begin_list();
    }

    void close() {
        std::unique_ptr<http::Stream> last;
        {
            const std::lock_guard lock(mutex_);
            is_closed_ = true;
            last = std::move(stream_);
        }
        // Outside the lock: a stream's end waits for the call that it is making.
    }

    void on_open(const Response& head) {
        const std::lock_guard lock(mutex_);
        if (is_closed_ || doing_ != Doing::Watch || !head.is_success()) return;
        patience_.opened(now());
        is_silent_ = true;
        if (std::exchange(told_trouble_, std::nullopt)) sink_->on_synced();
    }

    void on_line(std::string_view line) {
        const std::lock_guard lock(mutex_);
        if (is_closed_) return;
        if (doing_ == Doing::List) {
            page_body_ += line;
        } else if (doing_ == Doing::Watch && !line.empty()) {
            is_silent_ = false;
            on_event_line(line);
        }
    }

    void on_end(const Result<Response>& end) {
        const std::lock_guard lock(mutex_);
        if (is_closed_ || doing_ == Doing::Wait) return;
        if (!end) terms_.server.note(end.error());
        if (!end) return on_failure(end.error(), true);
        if (!end->is_success()) return on_failure(kubeapi::error_of(*end, asked_));
        if (doing_ == Doing::List) return on_page();
        // timeoutSeconds passed: go on from where we are.
        again(Doing::Watch, patience_.after_end(now()));
    }

private:
    enum class Doing { Wait, List, Watch };

    Time now() const { return terms_.clock.now(); }

    void begin_list() {
        sink_->on_list();
        roster_.begin_list();
        continue_token_.clear();
        ask_for_page();
    }

    void ask_for_page() {
        page_body_.clear();
        ask(Doing::List,
            kubeapi::list(
                terms_.kind, scope_, {.limit = page_limit_, .continue_token = continue_token_}
            ));
    }

    void begin_watch() {
        ask(Doing::Watch,
            kubeapi::watch(terms_.kind, scope_, resource_version_, random_between(300s, 600s)));
    }

    void on_page() {
        const std::string body = std::exchange(page_body_, {});
        auto page = kubeapi::read_list(body, terms_.kind);
        if (!page) return on_failure(page.error());
        const bool is_old = is_before(page->resource_version) || roster_.knew_later(page->objects);
        if (is_old) rewind();
        if (is_closed_) return;
        // What the pages before told was put in doubt with everything else.
        if (is_old && !continue_token_.empty()) return begin_list();
        for (const Object& object : page->objects) {
            tell(object);
            if (is_closed_) return;
        }
        continue_token_ = std::move(page->continue_token);
        if (!continue_token_.empty()) return ask_for_page();
        resource_version_ = std::move(page->resource_version);
        page_limit_ = usual_page;
        on_listed();
    }

    void on_listed() {
        for (const auto& absent : roster_.end_list()) {
            ObjectId id = asked_.id;
            id.in_namespace = absent.in_namespace;
            id.name = absent.name;
            sink_->on_left(id, absent.uid);
            if (is_closed_) return;
        }
        sink_->on_listed(resource_version_);
        if (is_closed_) return;
        if (!std::exchange(is_synced_, true)) {
            told_trouble_.reset();
            sink_->on_synced();
        }
        if (!is_closed_) begin_watch();
    }

    void on_event_line(std::string_view line) {
        auto event = kubeapi::read_watch_line(line, asked_);
        if (!event) {
            again(Doing::List, patience_.after(event.error(), now()));
            return trouble(event.error());
        }
        std::visit([this](auto& one) { on_event(one); }, *event);
    }

    void on_event(kubeapi::ObjectChanged& changed) {
        if (!advance(changed.object.resource_version())) return;
        if (changed.change != kubeapi::Change::Deleted) return tell(changed.object);
        roster_.left(changed.object);
        sink_->on_left(changed.object.id(), changed.object.uid());
    }
    void on_event(const kubeapi::Bookmark& bookmark) { advance(bookmark.resource_version); }
    void on_event(const kubeapi::Gone&) { again(Doing::List, patience_.after_end(now())); }
    void on_event(const kubeapi::Ended& ended) { on_failure(ended.why); }

    /// Before what was seen already; never where resourceVersions are no numbers.
    bool is_before(const std::string& version) const {
        const auto here = kubeapi::version_number(resource_version_);
        const auto there = kubeapi::version_number(version);
        return here && there && *there < *here;
    }

    /// What was told may be wrong, and is told anew.
    void rewind() {
        resource_version_.clear();
        roster_.forget_versions();
        sink_->on_rewound();
    }

    /// False: time went backwards.
    bool advance(const std::string& version) {
        if (is_before(version)) {
            again(Doing::List, patience_.after_end(now()));
            rewind();
            return false;
        }
        if (kubeapi::version_number(resource_version_) && kubeapi::version_number(version))
            resource_version_ = version;
        return true;
    }

    void tell(const Object& object) {
        if (const auto before = roster_.saw(object)) sink_->on_left(object.id(), *before);
        if (!is_closed_) sink_->on_object(object);
    }

    /// The connection is taken for dead; nobody is to blame. An API server that was restored says
    /// nothing either to whom asks for what lies in its future (kubernetes#107457): a list tells.
    void on_stall() { again(is_silent_ ? Doing::List : Doing::Watch, patience_.after_end(now())); }

    /// Who was away, however briefly, may have been restored from a backup: where the connection
    /// was cut, only a list tells, as after a silence.
    void on_failure(const Error& error, bool is_cut = false) {
        if (error.kind == ErrorKind::Timeout && patience_.is_open()) return on_stall();
        const bool must_list =
            doing_ == Doing::List || is_cut || WatchPatience::asks_for_list(error);
        if (doing_ == Doing::List && error.kind == ErrorKind::TooLarge) {
            page_limit_ = std::max(page_limit_ / 5, smallest_page);
        }
        again(must_list ? Doing::List : Doing::Watch, patience_.after(error, now()));
        if (error.kind != ErrorKind::Expired) trouble(error);
    }

    /// Once for each kind of trouble, until the watch runs again.
    void trouble(const Error& error) {
        if (std::exchange(told_trouble_, error.kind) != error.kind) sink_->on_trouble(error);
    }

    void again(Doing what, Duration wait) {
        doing_ = Doing::Wait;
        stream_.reset();
        terms_.client.after(wait, [weak = weak_from_this(), what] {
            if (const auto loop = weak.lock()) loop->go_on(what);
        });
    }

    void go_on(Doing what) {
        const std::lock_guard lock(mutex_);
        if (is_closed_) return;
        what == Doing::List ? begin_list() : begin_watch();
    }

    void ask(Doing what, kubeapi::Request request);

    WatchTerms terms_;
    const kubeapi::Scope scope_;
    const kubeapi::Asked asked_;
    // Recursive, because a sink may destroy the watch that is calling it.
    std::recursive_mutex mutex_;
    bool is_closed_ = false;
    std::shared_ptr<ports::WatchSink> sink_;
    std::unique_ptr<http::Stream> stream_;
    Doing doing_ = Doing::Wait;

    Roster roster_;
    WatchPatience patience_;
    std::optional<ErrorKind> told_trouble_;
    bool is_synced_ = false;

    std::string page_body_;
    std::string continue_token_;
    int page_limit_ = usual_page;

    std::string resource_version_;
    bool is_silent_ = false;  ///< Since it was opened.
};

/// What a stream calls; the loop may be gone before it.
class Ear final : public http::StreamSink {
public:
    explicit Ear(std::weak_ptr<WatchLoop> loop) : loop_(std::move(loop)) {}

    void on_open(const Response& head) override {
        if (const auto loop = loop_.lock()) loop->on_open(head);
    }
    void on_line(std::string_view line) override {
        if (const auto loop = loop_.lock()) loop->on_line(line);
    }
    void on_end(Result<Response> end) override {
        if (const auto loop = loop_.lock()) loop->on_end(end);
    }

private:
    std::weak_ptr<WatchLoop> loop_;
};

void WatchLoop::ask(Doing what, kubeapi::Request request) {
    doing_ = what;
    stream_ = terms_.client.stream(
        made_as(terms_.as, std::move(request)), std::make_shared<Ear>(weak_from_this())
    );
}

class KubeWatch final : public ports::Watch {
public:
    explicit KubeWatch(std::shared_ptr<WatchLoop> loop) : loop_(std::move(loop)) { loop_->start(); }
    ~KubeWatch() override { loop_->close(); }
    KubeWatch(const KubeWatch&) = delete;
    KubeWatch& operator=(const KubeWatch&) = delete;

private:
    std::shared_ptr<WatchLoop> loop_;
};

}  // namespace

std::unique_ptr<ports::Watch> start_watch(
    WatchTerms terms, std::shared_ptr<ports::WatchSink> sink
) {
    return std::make_unique<KubeWatch>(
        std::make_shared<WatchLoop>(std::move(terms), std::move(sink))
    );
}

}  // namespace slipway::cluster

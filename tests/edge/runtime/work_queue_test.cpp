#include "edge/runtime/work_queue.hpp"

#include "support/catch.hpp"

using namespace slipway;
using namespace std::chrono_literals;
using runtime::WorkQueue;

namespace {

struct StoppedClock final : ports::Clock {
    Time now() const override { return time; }
    Time time{1h};
};

}  // namespace

TEST_CASE("a key that is added twice is worked on once", "[runtime][queue]") {
    const StoppedClock clock;
    WorkQueue queue(clock);
    queue.add("shop/web");
    queue.add("shop/web");
    queue.add("shop/zoo");

    CHECK(queue.take() == "shop/web");
    CHECK(queue.take() == "shop/zoo");
}

TEST_CASE("a key that is added while it is worked on comes back after that", "[runtime][queue]") {
    const StoppedClock clock;
    WorkQueue queue(clock);
    queue.add("shop/web");
    queue.take();
    queue.add("shop/web");
    queue.add("shop/zoo");

    CHECK(queue.take() == "shop/zoo");
    queue.done("shop/web");
    CHECK(queue.take() == "shop/web");
}

TEST_CASE("what is asked for later than it waits for already changes nothing", "[runtime][queue]") {
    StoppedClock clock;
    WorkQueue queue(clock);
    queue.add_at("shop/web", clock.time + 10s);
    queue.add_at("shop/web", clock.time + 30s);
    queue.add_at("shop/zoo", clock.time + 20s);

    clock.time += 30s;
    CHECK(queue.take() == "shop/web");
    CHECK(queue.take() == "shop/zoo");
    queue.add("shop/web");
    queue.add_at("shop/tea", clock.time - 1s);
    CHECK(queue.take() == "shop/tea");
}

TEST_CASE("of several times the earliest counts", "[runtime][queue]") {
    StoppedClock clock;
    WorkQueue queue(clock);
    queue.add_at("shop/late", clock.time + 20s);
    queue.add_at("shop/web", clock.time + 30s);
    queue.add_at("shop/web", clock.time + 10s);

    clock.time += 20s;
    CHECK(queue.take() == "shop/web");
    CHECK(queue.take() == "shop/late");
}

TEST_CASE("what waits is counted as it comes and goes", "[runtime][queue]") {
    const StoppedClock clock;
    std::vector<std::size_t> told;
    WorkQueue queue(clock, [&](std::size_t depth) { told.push_back(depth); });
    queue.add("shop/web");
    queue.add("shop/zoo");
    queue.take();
    queue.take();

    CHECK(told == std::vector<std::size_t>{1, 2, 1, 0});
}

TEST_CASE("a closed queue gives nothing more", "[runtime][queue]") {
    const StoppedClock clock;
    WorkQueue queue(clock);
    queue.add("shop/web");
    queue.close();

    CHECK_FALSE(queue.take());
}

#include "edge/runtime/reading.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <iterator>
#include <numeric>
#include <optional>
#include <thread>

#include "core/manifest/manifest.hpp"

namespace slipway::runtime {
namespace {

using Read = std::optional<Result<std::vector<SourcedObject>>>;

std::size_t readers_for(const std::vector<NamedText>& texts) {
    // Below this a thread costs more than it saves; above four the API server has the longer work.
    constexpr std::size_t worth_a_thread = std::size_t{128} * 1024;
    constexpr std::size_t most = 4;
    const std::size_t bytes = std::accumulate(
        texts.begin(),
        texts.end(),
        std::size_t{0},
        [](std::size_t sum, const NamedText& text) { return sum + text.text.size(); }
    );
    const std::size_t cores = std::thread::hardware_concurrency();
    return std::clamp<std::size_t>(
        bytes / worth_a_thread, 1, std::min({most, cores, texts.size()})
    );
}

}  // namespace

Result<std::vector<SourcedObject>> read_all(const std::vector<NamedText>& texts) {
    if (texts.empty()) return std::vector<SourcedObject>{};
    std::vector<Read> read(texts.size());
    std::atomic<std::size_t> next{0};
    const auto take_turns = [&] {
        for (std::size_t i = next++; i < texts.size(); i = next++)
            read[i] = manifest::read_objects(texts[i].name, texts[i].text);
    };
    std::vector<std::future<void>> others;
    for (std::size_t i = readers_for(texts); i > 1; --i)
        others.push_back(std::async(std::launch::async, take_turns));
    take_turns();
    for (std::future<void>& other : others)
        other.get();

    std::vector<SourcedObject> objects;
    for (Read& one : read) {
        auto more = TRY(*std::move(one));
        objects.insert(
            objects.end(),
            std::make_move_iterator(more.begin()),
            std::make_move_iterator(more.end())
        );
    }
    return objects;
}

}  // namespace slipway::runtime

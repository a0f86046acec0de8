#include "edge/cluster/compression.hpp"

#include <array>
#include <cassert>

#include <zlib.h>

#include "core/base/text.hpp"

namespace slipway::cluster {
namespace {

// zlib's word for "with gzip's header and checksum".
constexpr int gzip_window = MAX_WBITS + 16;

/// zlib reads only, but its interface predates const.
Bytef* input(std::string_view bytes) {
    return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

class Inflation {
public:
    explicit Inflation(std::string_view bytes) {
        stream_.next_in = input(bytes);
        stream_.avail_in = static_cast<uInt>(bytes.size());
        is_ready_ = inflateInit2(&stream_, gzip_window) == Z_OK;
    }
    ~Inflation() {
        if (is_ready_) inflateEnd(&stream_);
    }
    Inflation(const Inflation&) = delete;
    Inflation& operator=(const Inflation&) = delete;

    /// Appends a piece to `text`; zlib's verdict.
    int step(std::string& text) {
        if (!is_ready_) return Z_MEM_ERROR;
        stream_.next_out = piece_.data();
        stream_.avail_out = static_cast<uInt>(piece_.size());
        const int verdict = inflate(&stream_, Z_NO_FLUSH);
        const auto count = piece_.size() - stream_.avail_out;
        text.append(reinterpret_cast<const char*>(piece_.data()), count);
        return verdict;
    }

private:
    z_stream stream_{};
    bool is_ready_ = false;
    std::array<Bytef, 65'536> piece_{};
};

}  // namespace

std::string gzipped(std::string_view bytes) {
    // Somebody waits for it: a third of the usual level's time for a quarter more bytes.
    constexpr int level = 3;
    z_stream stream{};
    const int ready =
        deflateInit2(&stream, level, Z_DEFLATED, gzip_window, MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY);
    assert(ready == Z_OK);
    std::string packed(deflateBound(&stream, bytes.size()), '\0');
    stream.next_in = input(bytes);
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    const int done = deflate(&stream, Z_FINISH);
    assert(done == Z_STREAM_END);
    static_cast<void>(ready);
    static_cast<void>(done);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

Result<std::string> gunzipped(std::string_view bytes, std::size_t limit) {
    const auto inflation = std::make_unique<Inflation>(bytes);
    std::string text;
    int verdict = Z_OK;
    while (verdict == Z_OK) {
        verdict = inflation->step(text);
        if (text.size() > limit) {
            return Error{
                ErrorKind::TooLarge, format("it unpacks to more than {} MiB", limit >> 20U)};
        }
    }
    if (verdict == Z_STREAM_END) return text;
    return Error{ErrorKind::Internal, "its compressed content is damaged"};
}

}  // namespace slipway::cluster

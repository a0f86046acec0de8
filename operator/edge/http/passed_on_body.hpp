/// A Beast body that keeps nothing: each piece goes on to whoever wants it.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include <boost/asio/buffer.hpp>
#include <boost/beast/core/buffers_range.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional/optional.hpp>

namespace slipway::http {

struct PassedOnBody {
    // NOLINTBEGIN(readability-identifier-naming): names that Beast asks of a body
    struct value_type {
        /// False: the piece is too much, and the answer is read no further.
        std::function<bool(std::string_view)> take;
    };

    class reader {
    public:
        template <bool is_request, class Fields>
        reader(boost::beast::http::header<is_request, Fields>&, value_type& body) : body_(body) {}

        void init(const boost::optional<std::uint64_t>&, boost::system::error_code& code) {
            code = {};
        }

        template <class Buffers>
        std::size_t put(const Buffers& buffers, boost::system::error_code& code) {
            code = {};
            std::size_t taken = 0;
            for (const auto piece : boost::beast::buffers_range_ref(buffers)) {
                if (!body_.take({static_cast<const char*>(piece.data()), piece.size()})) {
                    code = boost::beast::http::error::body_limit;
                    return taken;
                }
                taken += piece.size();
            }
            return taken;
        }

        void finish(boost::system::error_code& code) { code = {}; }

    private:
        value_type& body_;
    };
    // NOLINTEND(readability-identifier-naming)
};

}  // namespace slipway::http

#include "core/manifest/json_events.hpp"

#include <cstddef>
#include <iterator>
#include <string>

#include <nlohmann/json.hpp>

#include "core/manifest/guards.hpp"
#include "core/manifest/tree_builder.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

/// Reads bytes and tells how far reading has come: the parser itself reports no places.
class Cursor {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Cursor(const char* at, const char** reached) : at_(at), reached_(reached) {}
    reference operator*() const { return *at_; }
    Cursor& operator++() {
        *reached_ = ++at_;
        return *this;
    }
    bool operator==(const Cursor& other) const { return at_ == other.at_; }
    bool operator!=(const Cursor& other) const { return at_ != other.at_; }

private:
    const char* at_;
    const char** reached_;
};

/// The callbacks of nlohmann::json::sax_parse, under the names it wants.
class Events {
public:
    Events(std::string_view text, const char*& reached, TreeBuilder& builder)
        : text_(text), reached_(reached), builder_(builder) {}

    bool null() { return take(json(nullptr)); }
    bool boolean(bool value) { return take(json(value)); }
    bool number_integer(json::number_integer_t value) { return take(json(value)); }
    bool number_unsigned(json::number_unsigned_t value) { return take(json(value)); }
    bool number_float(json::number_float_t value, const std::string&) { return take(json(value)); }
    bool string(std::string& value) { return take(json(std::move(value))); }
    bool binary(json::binary_t&) { return false; }
    bool key(std::string& value) {
        builder_.key(std::move(value), next_offset());
        return true;
    }

    bool start_object(std::size_t) {
        builder_.begin_map({.offset = next_offset()});
        return true;
    }
    bool start_array(std::size_t) {
        builder_.begin_list({.offset = next_offset()});
        return true;
    }
    bool end_object() { return end(); }
    bool end_array() { return end(); }

    bool parse_error(std::size_t, const std::string&, const json::exception&) { return false; }

private:
    bool take(json value) {
        builder_.scalar(std::move(value), {.offset = next_offset()});
        return true;
    }

    bool end() {
        next_offset();
        builder_.end();
        return true;
    }

    /// Where the token that was just read begins: the first byte after the last one that is no
    /// separator. (A number is known to end only at the byte after it, which is a separator.)
    std::size_t next_offset() {
        const std::size_t begin = text_.find_first_not_of(" \t\r\n,:", last_end_);
        last_end_ = static_cast<std::size_t>(reached_ - text_.data());
        return begin;
    }

    std::string_view text_;
    const char*& reached_;
    TreeBuilder& builder_;
    std::size_t last_end_ = 0;
};

}  // namespace

bool read_json(std::string_view text, TreeBuilder& builder) {
    check_characters(text);
    const char* reached = text.data();
    Events events(text, reached, builder);
    return json::sax_parse(
        Cursor(text.data(), &reached), Cursor(text.data() + text.size(), &reached), &events
    );
}

}  // namespace slipway::manifest

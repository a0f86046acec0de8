#include "core/manifest/second_reading.hpp"

#include <istream>
#include <streambuf>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/base/text.hpp"
#include "core/manifest/guards.hpp"
#include "core/manifest/node_guards.hpp"
#include "core/manifest/refusal.hpp"
#include "core/manifest/scalar_events.hpp"
#include "core/manifest/syntax_words.hpp"
#include "core/manifest/tree_builder.hpp"

namespace slipway::manifest {
namespace {

/// yaml-cpp reads only from a stream; this one reads the text in place.
class TextBuffer : public std::streambuf {
public:
    explicit TextBuffer(std::string_view text) {
        // A stream's get area is not const; nothing writes to it.
        char* const begin = const_cast<char*>(text.data());
        setg(begin, begin, begin + text.size());
    }
};

std::size_t offset_of(const YAML::Mark& mark) { return static_cast<std::size_t>(mark.pos); }

class Events : public YAML::EventHandler {
public:
    Events(std::string_view text, TreeBuilder& builder)
        : text_(text), builder_(builder), guard_(text) {}

    /// Throws Refusal for what yaml-cpp let pass. REQUIRES: the text was read to its end.
    void check_rest() const { guard_.check_end(); }

    void OnDocumentStart(const YAML::Mark& mark) override {
        if (has_document_) {
            throw Refusal{
                offset_of(mark),
                "the document has ended before this; check the indentation, or begin a new "
                "document with a line ---"};
        }
        has_document_ = true;
    }
    void OnDocumentEnd() override {}

    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        const std::size_t offset = offset_of(mark);
        // yaml-cpp takes [,] and [a,,b] for lists with nulls in them.
        if (builder_.is_in_list() && offset < text_.size() && text_[offset] == ',') {
            throw Refusal{offset, "an item is missing before this comma"};
        }
        if (is_value()) check_colon(text_, key_begin_, key_end_);
        builder_.scalar(nullptr, {.offset = offset, .anchor = anchor});
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        check_anchor_name(text_, offset_of(mark));
        if (is_value()) check_indent(text_, key_begin_, offset_of(mark));
        builder_.alias(anchor, offset_of(mark));
    }

    void OnScalar(
        const YAML::Mark& mark,
        const std::string& tag,
        YAML::anchor_t anchor,
        const std::string& text
    ) override {
        const std::size_t offset = offset_of(mark);
        check_tags(text_, offset);
        if (is_item()) check_dash(text_, offset);
        const std::size_t begin = scalar_begin(text_, offset);
        guard_.pass(begin);
        if (tag == "?" && text.starts_with(':') && !is_in_block()) {
            throw Refusal{begin, "a value cannot begin with this character; quote the text"};
        }
        if (builder_.expects_key()) {
            key_begin_ = begin;
            key_end_ = scalar_end(text_, begin, text.size());
        }
        // In yaml-cpp's words the tag of a plain scalar is "?" and of a quoted one "!".
        const bool is_plain = tag == "?" || tag.empty();
        const bool has_tag = !is_plain && tag != "!";
        put_scalar(
            builder_,
            {.text = text,
             .tag = has_tag ? std::string_view(tag) : std::string_view(),
             .is_plain = is_plain,
             .origin = {.offset = offset, .anchor = anchor}}
        );
    }

    void OnSequenceStart(
        const YAML::Mark& mark,
        const std::string&,
        YAML::anchor_t anchor,
        YAML::EmitterStyle::value style
    ) override {
        begin_value(mark, style);
        builder_.begin_list({.offset = offset_of(mark), .anchor = anchor});
    }
    void OnSequenceEnd() override { end(); }

    void OnMapStart(
        const YAML::Mark& mark,
        const std::string&,
        YAML::anchor_t anchor,
        YAML::EmitterStyle::value style
    ) override {
        begin_value(mark, style);
        builder_.begin_map({.offset = offset_of(mark), .anchor = anchor});
    }
    void OnMapEnd() override { end(); }

private:
    bool is_item() const { return is_in_block() && builder_.is_in_list(); }
    bool is_value() const {
        return is_in_block() && !styles_.empty() && !builder_.is_in_list() &&
               !builder_.expects_key();
    }

    /// Of a map or a list.
    void begin_value(const YAML::Mark& mark, YAML::EmitterStyle::value style) {
        check_tags(text_, offset_of(mark));
        if (is_item()) check_dash(text_, offset_of(mark));
        if (style == YAML::EmitterStyle::Flow && is_value())
            check_indent(text_, key_begin_, scalar_begin(text_, offset_of(mark)));
        styles_.push_back(style);
    }

    void end() {
        styles_.pop_back();
        builder_.end();
    }
    bool is_in_block() const {
        return styles_.empty() || styles_.back() == YAML::EmitterStyle::Block;
    }

    std::string_view text_;
    TreeBuilder& builder_;
    QuoteGuard guard_;
    bool has_document_ = false;
    std::vector<YAML::EmitterStyle::value> styles_{};  ///< Of what is open, from the outside in.
    std::size_t key_begin_ = 0;                        ///< Of the last key, where that is a scalar.
    std::size_t key_end_ = 0;
};

}  // namespace

void read_again(std::string_view text, TreeBuilder& builder) {
    check_brackets(text);
    Events events(text, builder);
    try {
        TextBuffer buffer(text);
        std::istream stream(&buffer);
        YAML::Parser parser(stream);
        while (parser.HandleNextDocument(events)) {
        }
    } catch (const YAML::Exception& error) {
        const std::string_view before = text.substr(0, offset_of(error.mark));
        const std::string_view line = before.substr(before.rfind('\n') + 1);
        throw Refusal{before.size(), in_plain_words(error.msg, line)};
    }
    events.check_rest();
}

}  // namespace slipway::manifest

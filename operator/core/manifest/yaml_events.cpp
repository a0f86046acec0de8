#include "core/manifest/yaml_events.hpp"

#include <cmath>
#include <istream>
#include <streambuf>
#include <string>

#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/base/text.hpp"
#include "core/manifest/folded.hpp"
#include "core/manifest/guards.hpp"
#include "core/manifest/refusal.hpp"
#include "core/manifest/scalars.hpp"
#include "core/manifest/syntax_words.hpp"
#include "core/manifest/tree_builder.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

constexpr std::string_view core_tag = "tag:yaml.org,2002:";

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

/// The value of a scalar. In yaml-cpp's words the tag of a plain one is "?" and of a quoted one
/// "!".
json value_of(const std::string& tag, const std::string& text, std::size_t offset) {
    if (tag == "?" || tag.empty()) return plain_value(text);
    if (!tag.starts_with(core_tag)) return text;
    const std::string_view name = std::string_view(tag).substr(core_tag.size());
    auto value = tagged_value(name, text);
    if (!value) {
        throw Refusal{
            offset, format("this is tagged !!{0} and is no {0}; correct one or the other", name)};
    }
    return *std::move(value);
}

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
        builder_.scalar(nullptr, {.offset = offset, .anchor = anchor});
    }

    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
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
        const std::size_t begin = scalar_begin(text_, offset);
        guard_.pass(begin);
        const bool may_merge = tag == "?" || tag == "tag:yaml.org,2002:merge";
        if (may_merge && text == "<<" && builder_.expects_key()) return builder_.merge_key();

        json value = value_of(tag, text, offset);
        const bool is_finite = !value.is_number_float() || std::isfinite(value.get<double>());
        if (!is_finite && !builder_.expects_key()) {
            throw Refusal{
                offset, "JSON has no infinity and no NaN; quote it if it is meant as text"};
        }
        if (value.is_string() && tag != "?") {
            value = with_kept_line_ends(text_, begin, value.get<std::string>());
        }
        builder_.scalar(std::move(value), {.offset = offset, .anchor = anchor, .text = text});
    }

    void OnSequenceStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value
    ) override {
        check_tags(text_, offset_of(mark));
        builder_.begin_list({.offset = offset_of(mark), .anchor = anchor});
    }
    void OnSequenceEnd() override { builder_.end(); }

    void OnMapStart(
        const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor, YAML::EmitterStyle::value
    ) override {
        check_tags(text_, offset_of(mark));
        builder_.begin_map({.offset = offset_of(mark), .anchor = anchor});
    }
    void OnMapEnd() override { builder_.end(); }

private:
    std::string_view text_;
    TreeBuilder& builder_;
    QuoteGuard guard_;
    bool has_document_ = false;
};

}  // namespace

bool read_yaml(std::string_view text, TreeBuilder& builder) {
    check_characters(text);
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
    return true;
}

}  // namespace slipway::manifest

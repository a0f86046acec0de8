#include "core/manifest/yaml_events.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include <nlohmann/json.hpp>
#include <yaml.h>

#include "core/base/text.hpp"
#include "core/manifest/guards.hpp"
#include "core/manifest/node_guards.hpp"
#include "core/manifest/scalar_events.hpp"
#include "core/manifest/tree_builder.hpp"

namespace slipway::manifest {
namespace {

/// libyaml counts characters, and we bytes.
class Offsets {
public:
    Offsets(std::string_view text, Letters letters) : text_(text), letters_(letters) {}

    /// Cheap where one is near the one before.
    std::size_t of(const yaml_mark_t& mark) {
        if (letters_ == Letters::Ascii) return std::min(mark.index, text_.size());
        while (characters_ < mark.index && bytes_ < text_.size()) {
            ++characters_;
            do {
                ++bytes_;
            } while (is_inside_character());
        }
        while (characters_ > mark.index) {
            --characters_;
            do {
                --bytes_;
            } while (is_inside_character());
        }
        return bytes_;
    }

private:
    bool is_inside_character() const {
        constexpr unsigned continuation = 0x80;
        constexpr unsigned mask = 0xC0;
        return bytes_ > 0 && bytes_ < text_.size() &&
               (static_cast<unsigned char>(text_[bytes_]) & mask) == continuation;
    }

    std::string_view text_;
    Letters letters_;
    std::size_t bytes_ = 0;
    std::size_t characters_ = 0;
};

/// What libyaml says of quotes, and of nothing else.
constexpr std::string_view end_in_a_quote = "found unexpected end of stream";

using Event = std::unique_ptr<yaml_event_t, void (*)(yaml_event_t*)>;

std::string_view view(const yaml_char_t* text, std::size_t length) {
    return {reinterpret_cast<const char*>(text), length};
}

std::string_view view(const yaml_char_t* text) {
    return text == nullptr ? std::string_view() : reinterpret_cast<const char*>(text);
}

class Reading {
public:
    Reading(std::string_view text, Letters letters, TreeBuilder& builder)
        : text_(text), offsets_(text, letters), builder_(builder) {
        yaml_parser_initialize(&parser_);
        yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
        yaml_parser_set_input_string(
            &parser_, reinterpret_cast<const unsigned char*>(text.data()), text.size()
        );
    }
    ~Reading() { yaml_parser_delete(&parser_); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    std::optional<Refusal> run() {
        while (!flaw_ && !is_over_) {
            yaml_event_t event;
            if (yaml_parser_parse(&parser_, &event) == 0) return complaint();
            const Event owned(&event, yaml_event_delete);
            take(event);
        }
        return flaw_;
    }

private:
    /// Throws a Refusal of a quote that is never closed.
    Refusal complaint() {
        const std::string_view problem = parser_.problem == nullptr ? "" : parser_.problem;
        // It is where the quote opens that somebody has to look.
        if (problem == end_in_a_quote) quoted_end(text_, offsets_.of(parser_.context_mark));
        return {
            offsets_.of(parser_.problem_mark),
            problem.empty() ? "this cannot be read" : std::string(problem)};
    }

    void take(const yaml_event_t& event) {
        switch (event.type) {
            case YAML_DOCUMENT_START_EVENT: return begin(event);
            case YAML_ALIAS_EVENT: return alias(event);
            case YAML_SCALAR_EVENT: return scalar(event);
            case YAML_SEQUENCE_START_EVENT:
                enter(event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
                return builder_.begin_list(origin(event, event.data.sequence_start.anchor));
            case YAML_MAPPING_START_EVENT:
                enter(event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
                return builder_.begin_map(origin(event, event.data.mapping_start.anchor));
            case YAML_SEQUENCE_END_EVENT:
            case YAML_MAPPING_END_EVENT: leave(); return builder_.end();
            case YAML_STREAM_END_EVENT: is_over_ = true; return;
            case YAML_NO_EVENT:
            case YAML_STREAM_START_EVENT:
            case YAML_DOCUMENT_END_EVENT: return;
        }
    }

    void begin(const yaml_event_t& event) {
        const auto* version = event.data.document_start.version_directive;
        if (version != nullptr && (version->major != 1 || version->minor != 1))
            flaw_ = {offsets_.of(event.start_mark), "kubectl reads YAML 1.1 and no other version"};
        if (has_document_)
            flaw_ = {offsets_.of(event.start_mark), "the document has ended before this"};
        has_document_ = true;
    }

    /// What stands in brackets is in brackets all through.
    void enter(bool brackets) {
        if (brackets || brackets_ > 0) ++brackets_;
    }
    void leave() {
        if (brackets_ > 0) --brackets_;
    }

    void alias(const yaml_event_t& event) {
        const auto found = anchors_.find(view(event.data.alias.anchor));
        const std::size_t offset = offsets_.of(event.start_mark);
        if (found == anchors_.end()) {
            flaw_ = {offset, "no anchor of this name stands before the alias"};
            return;
        }
        builder_.alias(found->second, offset);
    }

    void scalar(const yaml_event_t& event) {
        const auto& scalar = event.data.scalar;
        const std::string_view text = view(scalar.value, scalar.length);
        const bool is_bare = scalar.style == YAML_PLAIN_SCALAR_STYLE && brackets_ > 0;
        if (is_bare && text.find('?') != text.npos) {
            throw Refusal{
                offsets_.of(event.start_mark),
                "a ? in a text within brackets ends the text to kubectl; quote it"};
        }
        put_scalar(
            builder_,
            {.text = text,
             .tag = view(scalar.tag),
             .is_plain = scalar.plain_implicit != 0,
             .origin = origin(event, scalar.anchor)}
        );
    }

    /// An anchor's name may come again; aliases mean the last before them.
    Origin origin(const yaml_event_t& event, const yaml_char_t* anchor) {
        Origin origin{.offset = offsets_.of(event.start_mark)};
        check_tags(text_, origin.offset);
        if (anchor == nullptr) return origin;
        origin.anchor = ++last_anchor_;
        anchors_.insert_or_assign(std::string(view(anchor)), last_anchor_);
        return origin;
    }

    std::string_view text_;
    Offsets offsets_;
    TreeBuilder& builder_;
    yaml_parser_t parser_{};
    std::map<std::string, std::size_t, std::less<>> anchors_{};
    std::size_t last_anchor_ = 0;
    std::size_t brackets_ = 0;  ///< How many maps and lists deep, from the first in brackets.
    bool has_document_ = false;
    bool is_over_ = false;
    std::optional<Refusal> flaw_{};
};

}  // namespace

std::optional<Refusal> read_yaml(std::string_view text, TreeBuilder& builder) {
    return Reading(text, check_characters(text), builder).run();
}

}  // namespace slipway::manifest

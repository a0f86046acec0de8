#include "core/manifest/yaml_text.hpp"

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>
#include <yaml.h>

#include "core/base/text.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::ordered_json;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

bool is_plain(char c) {
    return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.' || c == '/';
}

/// What begins with a letter is a number nowhere, but may be one of these words.
bool may_stand_bare(const std::string& text) {
    constexpr std::array words{"y", "yes", "n", "no", "on", "off", "true", "false", "null", "nan"};
    return !text.empty() && is_letter(text.front()) && std::ranges::all_of(text, is_plain) &&
           std::ranges::find(words, lower_case(text)) == words.end();
}

class Writer {
public:
    Writer() {
        yaml_emitter_initialize(&emitter_);
        yaml_emitter_set_output(&emitter_, append, &text_);
        yaml_emitter_set_unicode(&emitter_, 1);
        yaml_emitter_set_width(&emitter_, -1);
    }
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { yaml_emitter_delete(&emitter_); }

    std::string write(const ordered_json& value) {
        emit([](yaml_event_t* event) {
            return yaml_stream_start_event_initialize(event, YAML_UTF8_ENCODING);
        });
        emit([](yaml_event_t* event) {
            return yaml_document_start_event_initialize(event, nullptr, nullptr, nullptr, 1);
        });
        write_value(value);
        emit([](yaml_event_t* event) { return yaml_document_end_event_initialize(event, 1); });
        emit(yaml_stream_end_event_initialize);
        yaml_emitter_flush(&emitter_);
        return std::move(text_);
    }

private:
    static int append(void* text, unsigned char* bytes, std::size_t size) {
        static_cast<std::string*>(text)->append(bytes, bytes + size);
        return 1;
    }

    template <class Initialize>
    void emit(Initialize initialize) {
        yaml_event_t event;
        if (initialize(&event) == 1) yaml_emitter_emit(&emitter_, &event);
    }

    void write_value(const ordered_json& value) {
        if (value.is_object()) return write_mapping(value);
        if (value.is_array()) return write_sequence(value);
        if (value.is_string()) return write_text(value.get_ref<const std::string&>());
        write_scalar(value.dump(), YAML_PLAIN_SCALAR_STYLE);
    }

    void write_mapping(const ordered_json& value) {
        const auto style = value.empty() ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE;
        emit([&](yaml_event_t* event) {
            return yaml_mapping_start_event_initialize(event, nullptr, nullptr, 1, style);
        });
        for (const auto& [key, below] : value.items()) {
            write_text(key);
            write_value(below);
        }
        emit(yaml_mapping_end_event_initialize);
    }

    void write_sequence(const ordered_json& value) {
        const auto style = value.empty() ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE;
        emit([&](yaml_event_t* event) {
            return yaml_sequence_start_event_initialize(event, nullptr, nullptr, 1, style);
        });
        for (const ordered_json& below : value)
            write_value(below);
        emit(yaml_sequence_end_event_initialize);
    }

    void write_text(const std::string& text) {
        write_scalar(
            text, may_stand_bare(text) ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE
        );
    }

    void write_scalar(const std::string& text, yaml_scalar_style_t style) {
        emit([&](yaml_event_t* event) {
            const auto* bytes = reinterpret_cast<const yaml_char_t*>(text.data());
            return yaml_scalar_event_initialize(
                event, nullptr, nullptr, bytes, static_cast<int>(text.size()), 1, 1, style
            );
        });
    }

    yaml_emitter_t emitter_{};
    std::string text_{};
};

}  // namespace

std::string yaml_text(const ordered_json& value) { return Writer().write(value); }

}  // namespace slipway::manifest

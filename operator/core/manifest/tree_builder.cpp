#include "core/manifest/tree_builder.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/manifest/refusal.hpp"
#include "core/manifest/roles.hpp"
#include "core/manifest/scalars.hpp"

namespace slipway::manifest {
namespace {

using nlohmann::json;

Extent scalar_extent(const json& value) {
    return {.bytes = value.is_string() ? value.get_ref<const std::string&>().size() : 0};
}

const char* kind_of_key(const json& value) {
    if (value.is_null()) return "empty";
    return value.is_number() ? "a number that is too large" : "a map or a list";
}

std::string text_of_key(const json& value, std::size_t offset) {
    if (auto text = key_text(value)) return *std::move(text);
    throw Refusal{offset, format("a key is {}; write it as text", kind_of_key(value))};
}

[[noreturn]] void refuse_merge(std::size_t offset) {
    throw Refusal{offset, "the merge key << takes a map, an alias of a map, or a list of maps"};
}

}  // namespace

struct TreeBuilder::Frame {
    json value;
    Role role;
    std::string pointer;
    Origin origin;
    Extent extent{};
    std::optional<std::string> key{};
    json::object_t::const_iterator place{};  ///< Of the key's entry, or before which it belongs.
    bool merges = false;
    std::size_t key_offset = 0;
    std::size_t first_key = 0;              ///< Of the map's, among the builder's.
    std::set<const std::string*> merged{};  ///< Keys of the map that may still be written.

    void merge(const json& map) {
        for (const auto& [merged_key, item] : map.get_ref<const json::object_t&>()) {
            const auto [entry, is_new] = entries().insert_or_assign(merged_key, item);
            if (is_new) merged.insert(&entry->first);
        }
    }

    /// The key, next to where its entry will stand.
    void take(std::string text) {
        place = entries().lower_bound(text);
        key = std::move(text);
    }

    bool is_key_written() const {
        return place != entries().end() && place->first == *key && !merged.contains(&place->first);
    }

    json::object_t& entries() { return value.get_ref<json::object_t&>(); }
    const json::object_t& entries() const { return value.get_ref<const json::object_t&>(); }

    std::string next_key() const {
        return value.is_array() ? std::to_string(value.size()) : key.value_or("");
    }
};

struct TreeBuilder::Anchor {
    json value;
    Extent extent;
};

TreeBuilder::TreeBuilder(const Limits& limits) : limits_(limits), budget_(limits) {
    constexpr std::size_t usual_depth = 16;
    frames_.reserve(usual_depth);
}
TreeBuilder::~TreeBuilder() = default;

bool TreeBuilder::expects_key() const {
    if (frames_.empty()) return false;
    const Frame& frame = frames_.back();
    return frame.value.is_object() && !frame.key && !frame.merges;
}

bool TreeBuilder::is_in_list() const { return !frames_.empty() && frames_.back().value.is_array(); }

void TreeBuilder::begin_map(Origin origin) { begin(json::object(), origin); }
void TreeBuilder::begin_list(Origin origin) { begin(json::array(), origin); }

void TreeBuilder::begin(json empty, Origin origin) {
    if (frames_.size() >= limits_.depth) {
        throw Refusal{
            origin.offset,
            format("maps and lists are nested deeper than {}", limits_.depth),
            ErrorKind::TooLarge};
    }
    if (expects_key()) {
        throw Refusal{
            origin.offset,
            "a map or list stands where a key must be; quote a text that begins with { or [, and "
            "render a template first"};
    }
    Frame frame{
        .value = std::move(empty),
        .role = Role::Object,
        .pointer = {},
        .origin = origin,
        .first_key = keys_.size()};
    if (!frames_.empty()) {
        const Frame& parent = frames_.back();
        frame.role = Role::Other;
        if (parent.role != Role::Other && parent.role != Role::Texts && !parent.merges) {
            const std::string key = parent.next_key();
            frame.role = role_under(parent.role, key);
            if (frame.role != Role::Other) frame.pointer = parent.pointer + "/" + key;
        }
    }
    if (frame.role == Role::Object) budget_.begin_object();
    budget_.count_node(origin.offset);
    frames_.push_back(std::move(frame));
}

void TreeBuilder::end() {
    Frame& frame = frames_.back();
    json value = std::move(frame.value);
    Extent extent = frame.extent;
    const Origin origin = frame.origin;
    keys_.resize(frame.first_key);
    frames_.pop_back();
    ++extent.height;
    put(std::move(value), extent, origin);
}

void TreeBuilder::scalar(json value, Origin origin) {
    budget_.count_node(origin.offset);
    const Extent extent = scalar_extent(value);
    put(std::move(value), extent, origin);
}

void TreeBuilder::alias(std::size_t anchor, std::size_t offset) {
    const auto found = anchors_.find(anchor);
    if (found == anchors_.end()) {
        throw Refusal{offset, "this alias stands inside the value that it repeats; write it out"};
    }
    const auto& [value, extent] = *found->second;
    budget_.count_node(offset);
    budget_.charge(extent, offset);
    if (frames_.size() + extent.height > limits_.depth) {
        throw Refusal{
            offset,
            format("with this alias, maps and lists are nested deeper than {}", limits_.depth),
            ErrorKind::TooLarge};
    }
    // yaml.v2 merges a list of maps, but not an alias of such a list.
    if (!frames_.empty() && frames_.back().merges && value.is_array()) refuse_merge(offset);
    put(json(value), extent, {.offset = offset});
}

void TreeBuilder::merge_key() { frames_.back().merges = true; }

void TreeBuilder::put(json&& value, Extent extent, Origin origin) {
    if (origin.anchor != 0) {
        budget_.charge(extent, origin.offset);
        anchors_[origin.anchor] = std::make_unique<Anchor>(Anchor{value, extent});
    }
    if (frames_.empty()) {
        tree_.value = std::make_unique<json>(json_number(std::move(value)));
        tree_.offset = origin.offset;
        return;
    }
    Frame& frame = frames_.back();
    frame.extent.nodes += extent.nodes;
    frame.extent.bytes += extent.bytes;
    frame.extent.height = std::max(frame.extent.height, extent.height);
    if (frame.value.is_object()) return put_in_map(std::move(value), origin);
    // Of other lists no message names an item, and to spell its number out takes time.
    if (frame.role == Role::Items) {
        budget_.check_length(frame.value.size(), origin.offset);
        note(frame.next_key(), value, origin);
    }
    frame.value.push_back(json_number(std::move(value)));
}

void TreeBuilder::put_in_map(json&& value, Origin origin) {
    Frame& frame = frames_.back();
    if (frame.merges) return merge(value, origin.offset);
    if (!frame.key) return take_key(text_of_key(value, origin.offset), origin.offset);
    std::string key = *std::exchange(frame.key, std::nullopt);
    // Nothing is written there, so the parser's place is that of the next thing.
    if (value.is_null()) origin.offset = frame.key_offset;
    note(key, value, origin);
    const auto entry = frame.entries().insert_or_assign(
        frame.place, std::move(key), json_number(std::move(value))
    );
    frame.merged.erase(&entry->first);
    keys_.emplace_back(&entry->first, frame.key_offset);
}

void TreeBuilder::key(std::string text, std::size_t offset) {
    budget_.count_node(offset);
    Extent& extent = frames_.back().extent;
    ++extent.nodes;
    extent.bytes += text.size();
    take_key(std::move(text), offset);
}

void TreeBuilder::take_key(std::string text, std::size_t offset) {
    Frame& frame = frames_.back();
    frame.take(std::move(text));
    frame.key_offset = offset;
    if (!frame.is_key_written()) return;
    const auto first = std::find_if(
        keys_.begin() + static_cast<std::ptrdiff_t>(frame.first_key),
        keys_.end(),
        [&](const auto& written) { return *written.first == *frame.key; }
    );
    throw Refusal{
        .offset = offset,
        .what = format(
            "the key \"{}\" stands twice in one map; remove one of them", shortened(*frame.key, 100)
        ),
        .first = first->second};
}

/// In yaml.v2's order: a merge overwrites what stands before it and is overwritten by what follows;
/// of a list of maps the earlier wins.
void TreeBuilder::merge(const json& value, std::size_t offset) {
    Frame& frame = frames_.back();
    frame.merges = false;
    if (value.is_object()) return frame.merge(value);
    if (!value.is_array()) refuse_merge(offset);
    for (auto map = value.rbegin(); map != value.rend(); ++map) {
        if (!map->is_object()) refuse_merge(offset);
        frame.merge(*map);
    }
}

void TreeBuilder::note(const std::string& key, const json& value, Origin origin) {
    const Frame& frame = frames_.back();
    const bool needs_place = frame.role == Role::Items || !value.is_string();
    if (!needs_place || !is_checked(frame.role, key)) return;
    tree_.places[frame.pointer + "/" + key] = {origin.offset, std::string(origin.text)};
}

std::string TreeBuilder::title() const {
    if (frames_.empty()) return tree_.value ? title_of(*tree_.value) : "";
    const auto is_object = [](const Frame& frame) { return frame.role == Role::Object; };
    const auto object = std::find_if(frames_.rbegin(), frames_.rend(), is_object);
    const auto inside = object.base();
    const bool in_metadata = inside != frames_.end() && inside->role == Role::Metadata;
    if (!in_metadata) return title_of(object->value);
    json known = object->value;
    known["metadata"] = inside->value;
    return title_of(known);
}

Tree TreeBuilder::finish() {
    if (!tree_.value) tree_.value = std::make_unique<json>();
    return std::move(tree_);
}

}  // namespace slipway::manifest

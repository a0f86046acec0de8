/// Builds the JSON value of one document from what a parser reports, and keeps the rules that YAML
/// leaves open: no key twice, aliases and nesting within limits, merge keys in yaml.v2's order.
///
/// To the builder YAML and JSON are the same: a parser's events in the document's order.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/manifest/budget.hpp"
#include "core/manifest/manifest.hpp"
#include "core/manifest/tree.hpp"

namespace slipway::manifest {

/// Where a value comes from: its offset, its anchor (0: none), and its text if it was a plain
/// scalar.
struct Origin {
    std::size_t offset = 0;
    std::size_t anchor = 0;
    std::string_view text{};
};

/// Every member that takes an event may throw Refusal.
class TreeBuilder {
public:
    explicit TreeBuilder(const Limits& limits);
    ~TreeBuilder();
    TreeBuilder(const TreeBuilder&) = delete;
    TreeBuilder& operator=(const TreeBuilder&) = delete;

    void begin_map(Origin origin);
    void begin_list(Origin origin);
    void end();
    /// A scalar value, or a key of any scalar type.
    void scalar(nlohmann::json value, Origin origin);
    /// A key that is text and has no anchor, as nearly all.
    void key(std::string text, std::size_t offset);
    void alias(std::size_t anchor, std::size_t offset);
    /// `<<` in place of a key.
    void merge_key();

    bool expects_key() const;
    bool is_in_list() const;
    /// "Deployment/web" of the object being read, or as much of it as is known.
    std::string title() const;
    Tree finish();

private:
    struct Frame;
    struct Anchor;

    void begin(nlohmann::json empty, Origin origin);
    void put(nlohmann::json&& value, Extent extent, Origin origin);
    void put_in_map(nlohmann::json&& value, Origin origin);
    void take_key(std::string text, std::size_t offset);
    void merge(const nlohmann::json& value, std::size_t offset);
    void note(const std::string& key, const nlohmann::json& value, Origin origin);

    Limits limits_;
    std::vector<Frame> frames_;
    /// Where each key of the frames' maps was written, those of the inner frames behind those of
    /// the outer ones; merged ones were not.
    std::vector<std::pair<const std::string*, std::size_t>> keys_;
    std::map<std::size_t, std::unique_ptr<Anchor>> anchors_;
    Budget budget_;
    Tree tree_;
};

}  // namespace slipway::manifest

/// An object of the content together with what its annotations ask for.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "core/base/result.hpp"
#include "core/dialect/hints.hpp"
#include "core/model/sourced_object.hpp"
#include "core/plan/plan.hpp"

namespace slipway::plan {

struct Item {
    std::size_t body;  ///< Its place in the content.
    const SourcedObject* sourced;
    std::shared_ptr<const dialect::Hints> said;  ///< Shared by all of which nothing is said.

    const dialect::Hints& hints() const { return *said; }
    const Object& object() const { return sourced->object; }
    const ObjectId& id() const { return sourced->object.id(); }
    std::string title() const { return id().title(); }
    std::string place() const { return sourced->place.text(title()); }
};

struct Items {
    std::vector<Item> plain{};
    std::vector<Item> hooks{};
    /// What this operation leaves as it is.
    std::vector<Item> resting{};
    std::vector<dialect::Finding> findings{};
};

/// What compiling needs to know beside the items.
struct Frame {
    const KindCatalog& kinds;  ///< With those that the content brings.
    const Settings& settings;
    Operation operation;
    std::string target_namespace;
};

/// Reads the annotations of every object; all errors at once, each with its place. What is only for
/// tests, or not meant to be deployed at all, is left out.
Result<Items> read_items(const Content& content, Operation operation);

/// Refuses conditions on Secrets. Their values are never looked at (who may write a Release would
/// learn them by asking), so that the release would wait until its timeout.
Result<void> check_conditions(const Items& items);

/// The catalog with the kinds that the content's CustomResourceDefinitions bring.
KindCatalog kinds_of(const Content& content, const KindCatalog& kinds);

/// Where objects and dependencies are that name no namespace.
std::string target_namespace(const Content& content);

/// The unit of an item, before anything is known of its stage.
Unit unit_of(const Item& item, Action action);

/// At most one edge to each unit, the one that waits longer.
void add_edge(Unit& unit, Edge edge);

}  // namespace slipway::plan

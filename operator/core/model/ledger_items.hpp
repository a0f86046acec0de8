/// The items of the ledger as the store keeps them, one by one; the document around them is
/// ledger_json.cpp's.
#pragma once

#include <utility>

#include <nlohmann/json_fwd.hpp>

#include "core/model/ledger.hpp"

namespace slipway::ledger_items {

// What is missing or of another type reads as its default: whether a document is whole shows when
// it is written again.

nlohmann::json write_id(const ObjectId& id);
ObjectId read_id(const nlohmann::json& object);

nlohmann::json write_entry(const InventoryEntry& entry);
InventoryEntry read_entry(const nlohmann::json& object);

nlohmann::json write_run(const HookRun& run);
HookRun read_run(const nlohmann::json& object);

nlohmann::json write_ttl(const WithheldTtl& ttl);
WithheldTtl read_ttl(const nlohmann::json& object);

nlohmann::json write_adoption(const std::pair<const ObjectId, Adoption>& entry);
Adoption read_adoption(const nlohmann::json& object);

nlohmann::json write_revision(const Revision& revision);
Revision read_revision(const nlohmann::json& object);

}  // namespace slipway::ledger_items

/// From what a Release asks for to its desired content: sources fetched as its account, parsed,
/// resolved and checked. Nothing in the cluster is touched if anything is wrong.
#pragma once

#include <future>
#include <string>
#include <vector>

#include "core/manifest/manifest.hpp"
#include "core/model/release.hpp"
#include "core/plan/plan.hpp"
#include "ports/cluster.hpp"
#include "ports/sources.hpp"

namespace slipway::runtime {

struct Prepared {
    plan::Content content{};
    KindCatalog kinds{};  ///< The built-in ones and those that discovery told.
};

/// What the preparation reads from the world outside.
struct Inputs {
    ports::Cluster& cluster;
    ports::Sources& sources;
    const std::string& default_service_account;
    std::launch beside = std::launch::async;  ///< Several sources are fetched so.
};

/// As whom this Release's objects are written and its sources read. ServiceAccountNotFound with the
/// commands that make one, where it names none or one that does not exist.
Result<ports::Identity> account_of(const Inputs& inputs, const Release& release);

/// The texts of all sources, as they are there now.
Result<std::vector<manifest::NamedText>> fetch_texts(
    const Inputs& inputs, const ports::Identity& as, const Release& release
);

Result<Prepared> prepare(
    const Inputs& inputs,
    const ports::Identity& as,
    const Release& release,
    const std::vector<manifest::NamedText>& texts
);

/// What the Release names: a change of any of these means preparing again.
std::vector<ObjectId> references_of(const Inputs& inputs, const Release& release);

}  // namespace slipway::runtime

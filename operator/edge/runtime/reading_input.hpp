/// What decides a reading, as text: where it is another, a plan is compiled again, and content in
/// quarantine gets another chance.
#pragma once

#include <string>
#include <vector>

#include "core/manifest/manifest.hpp"
#include "core/model/ledger.hpp"
#include "core/model/release.hpp"
#include "edge/runtime/quarantine.hpp"
#include "edge/runtime/session.hpp"

namespace slipway::runtime {

/// Of the newest revision's plan, or of the deletion's.
std::string plan_key(const Ledger& ledger, const Release& release);

/// Every value of the annotation retry-at makes another input.
std::string digest_of_input(const Release& release, std::string_view content);

/// Reading the sources, and compiling what they hold.
Input input_from_sources(
    const Session& session, const Release& release, const std::vector<manifest::NamedText>& texts
);
/// Reading what the session's plan is compiled from.
Input input_from_store(const Session& session);

}  // namespace slipway::runtime

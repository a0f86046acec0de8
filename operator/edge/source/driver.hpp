/// Sources: one driver for each field of `spec.sources[]`.
///
/// To add a source, add one file to drivers/; its name is the field's in snake_case. (A new field
/// also needs its property in the CRD's schema and in core/model/release.hpp.)
#pragma once

#include <memory>
#include <vector>

#include "ports/cluster.hpp"
#include "ports/sources.hpp"

namespace slipway::source {

struct Request {
    const ports::Identity& as;
    const Release& release;
    const SourceSpec& spec;
    ports::Cluster& cluster;
};

struct Driver {
    /// True for the sources that this driver fetches.
    bool (*fetches)(const SourceSpec& spec);
    Result<std::vector<ports::SourceText>> (*fetch)(const Request& request);
};

/// All drivers behind one port; `cluster` must outlive it.
std::unique_ptr<ports::Sources> make_sources(ports::Cluster& cluster);

}  // namespace slipway::source

/// The port's selection in the words of the API.
#pragma once

#include "core/kubeapi/status_error.hpp"
#include "core/kubeapi/verbs.hpp"
#include "ports/cluster.hpp"

namespace slipway::cluster {

inline kubeapi::Scope scope_of(const ports::Selection& selection) {
    return {
        .in_namespace = selection.in_namespace,
        .labels = selection.labels,
        .name = selection.name,
        .detail = selection.metadata_only ? kubeapi::Detail::Metadata : kubeapi::Detail::Whole,
    };
}

inline kubeapi::Asked asked_of(const Kind& kind, const ports::Selection& selection) {
    return {
        .kind = kind,
        .id = {
            .group = kind.group,
            .kind = kind.kind,
            .in_namespace = selection.in_namespace,
            .name = selection.name}};
}

}  // namespace slipway::cluster

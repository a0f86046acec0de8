#!/usr/bin/env bash
# Plays the examples on a cluster, shows what happens as it happens, and checks that it happens as
# announced. Ends with 0 only if all of it did, and takes away what it brought.
#
#   demo.sh [local|current]     on a cluster of its own in .cluster/, or on the one kubectl speaks to
#
# SLIPWAY_OPERATOR names another binary than build/release/slipway-operator.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(realpath "$here/../..")
examples=$root/examples
work=$root/build/demo
binary=${SLIPWAY_OPERATOR:-$root/build/release/slipway-operator}
for part in talk cluster operator scenes; do
    # shellcheck source=/dev/null
    . "$here/lib/$part.sh"
done

where=${1:-local}
[[ $where == local || $where == current ]] || {
    echo "usage: demo.sh [local|current]" >&2
    exit 2
}

finish() {
    local code=$?
    trap - EXIT
    set +e
    [[ $code == 0 || $code == "$interrupted" ]] || tell_what_went_wrong
    clear_away
    stop_operator
    stop_cluster
    exit "$code"
}

interrupted=130
trap finish EXIT
trap 'exit "$interrupted"' INT TERM HUP

mkdir -p "$work"
say "A cluster, the CustomResourceDefinition and the operator"
start_cluster
clear_examples 1s
start_operator
start_progress

werf_orders_by_weight
werf_upgrades_what_changed
kots_waits_for_properties
helm_runs_hooks_by_weight
helm_is_stopped_by_a_hook_and_mended
kots_deletes_in_phases

all_as_announced

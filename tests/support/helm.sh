#!/usr/bin/env bash
# Builds the Helm that the benches run beside, once, and prints where it is.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../tests/cluster/lib/fail.sh
. "$here/../tests/cluster/lib/fail.sh"
# shellcheck source=../tests/cluster/lib/go.sh
. "$here/../tests/cluster/lib/go.sh"

version=v4.3.1
cache_home="${XDG_CACHE_HOME:-$HOME/.cache}/slipway"
folder="$cache_home/helm-$version"

if [[ ! -x $folder/helm ]]; then
    echo "building Helm $version (once; it is kept in $folder)" >&2
    mkdir -p "$folder/.half-done"
    go=$(recent_go)
    unset GOROOT
    GOBIN="$folder/.half-done" GOFLAGS=-buildvcs=false GOWORK=off CGO_ENABLED=0 "$go" install \
        "helm.sh/helm/v4/cmd/helm@$version" >&2 ||
        fail "could not build Helm: see above. It needs the Go module proxy (GOPROXY)."
    mv "$folder/.half-done/helm" "$folder/helm"
fi
echo "$folder/helm"

#!/usr/bin/env bash
# helm.sh 3|4: builds the Helm that ours is compared with, once, and prints where it is.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../cluster/lib/fail.sh
. "$here/../cluster/lib/fail.sh"
# shellcheck source=../cluster/lib/go.sh
. "$here/../cluster/lib/go.sh"

case ${1:-} in
    3) version=v3.22.0 ;;
    4) version=v4.3.1 ;;
    *) fail "usage: helm.sh 3|4" ;;
esac
cache_home="${XDG_CACHE_HOME:-$HOME/.cache}/slipway"
folder="$cache_home/helm-$version"

if [[ ! -x $folder/helm ]]; then
    echo "building Helm $version (once; it is kept in $folder)" >&2
    mkdir -p "$folder/.half-done"
    go=$(recent_go)
    unset GOROOT
    GOBIN="$folder/.half-done" GOFLAGS=-buildvcs=false GOWORK=off CGO_ENABLED=0 "$go" install \
        "helm.sh/helm/v$1/cmd/helm@$version" >&2 ||
        fail "could not build Helm: see above. It needs the Go module proxy (GOPROXY)."
    mv "$folder/.half-done/helm" "$folder/helm"
fi
echo "$folder/helm"

#!/usr/bin/env bash
# Writes helm.txt of every case in tests/golden/ordering/helm anew: what Helm, of the version in
# go.mod, does with its manifests. The records are committed, no test runs this; it needs the Go
# module proxy (GOPROXY) and, the first time, some minutes.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../cluster/lib/fail.sh
. "$here/../../cluster/lib/fail.sh"
# shellcheck source=../../cluster/lib/go.sh
. "$here/../../cluster/lib/go.sh"

cache_home="${XDG_CACHE_HOME:-$HOME/.cache}/slipway"  # for go.sh
mkdir -p "$cache_home"

unset GOROOT
GOFLAGS=-buildvcs=false GOWORK=off "$(recent_go)" -C "$here" run -trimpath . \
    "$here/../../golden/ordering/helm"

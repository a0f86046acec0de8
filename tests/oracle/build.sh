#!/usr/bin/env bash
# Builds an oracle that tests ask, where its sources have changed, and prints where it is.
#
#   build.sh inputs
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../cluster/lib/fail.sh
. "$here/../cluster/lib/fail.sh"
# shellcheck source=../cluster/lib/go.sh
. "$here/../cluster/lib/go.sh"

oracle=${1:?usage: build.sh ORACLE}
[[ -f $here/$oracle/main.go ]] || fail "no such oracle: $oracle"

cache_home="${XDG_CACHE_HOME:-$HOME/.cache}/slipway"
mkdir -p "$cache_home/oracles"
# One name for each state of its sources: a changed oracle never meets an old binary.
digest=$(cat "$here/$oracle"/*.go "$here/$oracle"/go.{mod,sum} | sha256sum | cut -c1-16)
binary="$cache_home/oracles/$oracle-$digest"

build() {
    local half_done="$cache_home/oracles/.$oracle.$$"
    unset GOROOT
    GOFLAGS=-buildvcs=false GOWORK=off CGO_ENABLED=0 "$1" -C "$here/$oracle" build -trimpath \
        -o "$half_done" . >&2 ||
        fail "could not build the oracle $oracle: see above. It needs the Go module proxy (GOPROXY)."
    mv "$half_done" "$binary"
}

exec 9> "$cache_home/oracles/lock"
flock 9
[[ -x $binary ]] || build "$(recent_go)"
echo "$binary"

#!/usr/bin/env bash
# Builds the cluster's binaries into the cache, those which are not there yet, and prints where
# each one is. The first time takes 6 to 8 minutes on 2 cores; afterwards it is instant.
#
#   build.sh [TOOL...]      all but the kubelet by default
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=lib/fail.sh
. "$here/lib/fail.sh"
# shellcheck source=lib/binaries.sh
. "$here/lib/binaries.sh"
# shellcheck source=lib/go.sh
. "$here/lib/go.sh"

declare -A package=(
    [etcd]=go.etcd.io/etcd/server/v3
    [etcdctl]=go.etcd.io/etcd/etcdctl/v3
    [kwok]=sigs.k8s.io/kwok/cmd/kwok
)

# Without these the API server calls itself v0.0.0, and clients that ask for its version give up.
kubernetes_stamp() {
    local minor=${kubernetes_version#v1.} variable=k8s.io/component-base/version
    echo "-X $variable.gitVersion=$kubernetes_version -X $variable.gitMajor=1" \
        "-X $variable.gitMinor=${minor%%.*}"
}

folder_of() {  # TOOL
    case $1 in
        etcd | etcdctl) echo etcd ;;
        kwok) echo kwok ;;
        *) echo kubernetes ;;
    esac
}

stamp_of() {  # TOOL
    case $(folder_of "$1") in
        etcd) ;;
        kwok) echo "-X sigs.k8s.io/kwok/pkg/consts.Version=$kwok_version" ;;
        kubernetes) kubernetes_stamp ;;
    esac
}

# Built under another name first: nobody ever runs half a binary.
build() {  # GO TOOL
    local tool=$2 half_done="$cache/.$2.$$"
    echo "building $tool (once; it is kept in $cache)" >&2
    if ! (
        cd "$here/$(folder_of "$tool")"
        unset GOROOT
        GOFLAGS=-buildvcs=false GOWORK=off CGO_ENABLED=0 "$1" build -trimpath \
            -ldflags "-s -w $(stamp_of "$tool")" -o "$half_done" \
            "${package[$tool]:-k8s.io/kubernetes/cmd/$tool}"
    ) >&2; then
        rm -f "$half_done"
        fail "could not build $tool: see above. It needs the Go module proxy (GOPROXY) and about 5 GB of disk."
    fi
    mv "$half_done" "$cache/$tool"
}

build_missing() {  # TOOL...
    mkdir -p "$cache"
    exec 9> "$cache_home/build.lock"
    if ! flock --nonblock 9; then
        echo "another build is under way; waiting for it" >&2
        flock 9
    fi

    local tool go missing
    missing=$(missing_binaries "$@")
    [[ -n $missing ]] || return 0
    go=$(recent_go)
    for tool in $missing; do
        build "$go" "$tool"
    done
}

known_tools=("${default_tools[@]}" kubelet)
for tool in "$@"; do
    [[ " ${known_tools[*]} " == *" $tool "* ]] || fail "no such tool: $tool. There are: ${known_tools[*]}"
done
[[ $# -gt 0 ]] || set -- "${default_tools[@]}"

[[ -z $(missing_binaries "$@") ]] || build_missing "$@"
for tool in "$@"; do
    printf '%-24s %s\n' "$tool" "$(binary "$tool")"
done

# Where the binaries of the cluster are: $KUBEBUILDER_ASSETS first (etcd, kube-apiserver and
# kubectl, as envtest users have them), else our cache, outside the tree.
#
# REQUIRES: $here, the folder of cluster.sh.
# shellcheck shell=bash

cache_home="${XDG_CACHE_HOME:-$HOME/.cache}/slipway"

# The version of a Go module, as pinned in one of our go.mod files.
pinned() {  # FOLDER MODULE
    sed -nE "s|^(require)?[[:space:]]*$2 (v[^ ]+).*|\2|p" "$here/$1/go.mod"
}

kubernetes_version=$(pinned kubernetes k8s.io/kubernetes)
etcd_version=$(pinned etcd go.etcd.io/etcd/server/v3)
kwok_version=$(pinned kwok sigs.k8s.io/kwok)

# One folder for each set of versions: a new version never meets an old binary.
cache="$cache_home/kubernetes-${kubernetes_version}_etcd-${etcd_version}_kwok-${kwok_version}"

control_plane=(etcd kube-apiserver kube-controller-manager kube-scheduler kwok)
default_tools=("${control_plane[@]}" kubectl etcdctl)

binary() {  # TOOL
    case $1 in
        etcd | kube-apiserver | kubectl)
            if [[ -n ${KUBEBUILDER_ASSETS:-} && -x $KUBEBUILDER_ASSETS/$1 ]]; then
                echo "$KUBEBUILDER_ASSETS/$1"
                return
            fi ;;
    esac
    echo "$cache/$1"
}

missing_binaries() {  # TOOL...
    local tool
    for tool in "$@"; do
        [[ -x $(binary "$tool") ]] || echo "$tool"
    done
}

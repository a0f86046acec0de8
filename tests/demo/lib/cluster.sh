# The cluster that the demo plays on, and what it leaves there: nothing.
# shellcheck shell=bash

started_cluster=
made=()

start_cluster() {
    if [[ $where == local ]]; then
        start_local_cluster
    else
        use_current_cluster
    fi
    make_once crd releases.slipway.dev "$root/crds/slipway.dev_releases.yaml"
    wait_until_established releases.slipway.dev
    make_once namespace slipway-system "$root/deploy/namespace.yaml"
}

# kubectl gives up on a definition that has no conditions yet, in its first milliseconds.
wait_until_established() {  # DEFINITION
    for _ in 1 2 3 4 5; do
        kubectl wait --for=condition=Established "crd/$1" --timeout="${patience}s" > /dev/null 2>&1 && return
    done
    kubectl wait --for=condition=Established "crd/$1" --timeout="${patience}s" > /dev/null
}

start_local_cluster() {
    local before
    before=$(cat "$root"/.cluster/pids/kube-apiserver 2> /dev/null || true)
    "$root/tests/cluster/cluster.sh" up "$root/.cluster" 2> "$work/cluster.log" \
        || fail "the local cluster did not start: $(cat "$work/cluster.log")"
    [[ $(cat "$root"/.cluster/pids/kube-apiserver) == "$before" ]] || started_cluster=yes
    eval "$("$root/tests/cluster/cluster.sh" env "$root/.cluster")"
    said '  ' "a control plane of its own, in .cluster/"
}

use_current_cluster() {
    (umask 077 && kubectl config view --raw --minify --flatten > "$work/kubeconfig")
    export KUBECONFIG=$work/kubeconfig
    said '  ' "the cluster that kubectl speaks to: $(kubectl config current-context)"
}

# Applies FILE, and remembers to take the object away again unless it was there before.
make_once() {  # KIND NAME FILE
    if [[ -z $(kubectl get "$1" "$2" --ignore-not-found -o name) ]]; then
        made+=("$1/$2")
    fi
    kubectl apply -f "$3" > /dev/null
}

prepare_example() {  # EXAMPLE
    kubectl apply -f "$examples/$1/namespace.yaml" -f "$examples/$1/rbac.yaml" > /dev/null
}

let_go() {  # NAMESPACE OBJECT
    kubectl -n "$1" patch "$2" --type=merge -p '{"metadata": {"finalizers": null}}' > /dev/null
}

# Releases first, while there is an operator that deletes what they hold; one that cannot be deleted
# so is let go, as is the database that the demo holds for a while.
clear_examples() {  # TIMEOUT
    local example release
    let_go kots-example statefulset/postgresql 2> /dev/null || true
    for example in werf kots helm; do
        for release in $(kubectl -n "$example-example" get releases -o name 2> /dev/null); do
            kubectl -n "$example-example" delete "$release" --timeout="$1" &> /dev/null \
                || let_go "$example-example" "$release" 2> /dev/null || true
        done
    done
    kubectl delete crd myresources.example.com --ignore-not-found &> /dev/null
    kubectl delete -f "$examples/werf/namespace.yaml" -f "$examples/kots" -f "$examples/helm/namespace.yaml" \
        --ignore-not-found --timeout="${patience}s" &> /dev/null || true
}

clear_away() {
    [[ -n ${KUBECONFIG:-} ]] || return
    say "Taking away what the demo brought"
    clear_examples 20s
    stop_progress
    stop_operator
    [[ ${#made[@]} == 0 ]] || kubectl delete "${made[@]}" --timeout="${patience}s" > /dev/null
}

stop_cluster() {
    [[ -z $started_cluster ]] || "$root/tests/cluster/cluster.sh" down "$root/.cluster"
}

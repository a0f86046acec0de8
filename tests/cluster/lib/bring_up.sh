# Brings a cluster up: etcd, then the API server, then the rest side by side, then what an empty
# cluster needs before a test can use it.
#
# REQUIRES: the other files of this folder.
# shellcheck shell=bash

nodes=(node-1 node-2 node-3)

bring_up() {
    local attempt
    put_certificates "$dir"
    [[ ! -e $dir/cluster.env ]] || read_environment
    for attempt in 1 2 3 4 5; do
        rm -f "$dir"/logs/*.log
        reserve_ports
        write_environment
        if start_api; then
            write_kubeconfig admin kubeconfig
            start_rest
            return
        fi
        a_port_was_taken || break
        stop_components
        first_port=
    done
    give_up "the API server did not become ready"
}

start_api() {
    start_component etcd
    await 20 etcd_is_healthy etcd || return 1
    start_component kube-apiserver
    await 60 api_server_is_ready etcd kube-apiserver
}

start_rest() {
    local component node
    for component in kube-controller-manager kube-scheduler kwok; do
        start_component "$component"
    done
    await 10 make_storage_class kube-apiserver || give_up "could not create the storage class"
    for node in "${nodes[@]}"; do
        await 10 "make_node $node" kube-apiserver || give_up "could not create node $node"
    done
    await 60 default_service_account_exists "${control_plane[@]}" ||
        give_up "the controller manager did not create the default ServiceAccount"
    await 60 nodes_are_ready "${control_plane[@]}" || give_up "the nodes did not become Ready"
}

# Asks again and again until the answer is yes. No when time is up, or one of the processes that
# it depends on has ended.
await() {  # SECONDS QUESTION PROCESS...
    local deadline=$((SECONDS + $1)) question=$2
    shift 2
    until $question; do
        if ! still_wanted || ! all_running "$@" || ((SECONDS > deadline)); then
            return 1
        fi
        sleep 0.03
    done
}

# False once the process that holds our stdin is gone: see `run`.
still_wanted() {
    [[ -z ${watcher:-} ]] || is_running watcher
}

a_port_was_taken() {
    grep -qs 'address already in use' "$dir"/logs/*.log
}

give_up() {  # MESSAGE
    still_wanted || fail "our stdin ended before the cluster was up"
    tail -n 5 "$dir"/logs/*.log >&2
    fail "$1: see the ends of the logs above, and $dir/logs"
}

etcd_is_healthy() {
    curl --silent --max-time 1 "$etcd_url/health" 2> /dev/null | grep -q '"health":"true"'
}

api() {  # PATH [CURL OPTION...]
    local path=$1
    shift
    # The API server indents its answers for whoever calls itself curl.
    curl --silent --fail --max-time 2 --user-agent cluster.sh --cacert "$dir/ca.crt" \
        --cert "$dir/admin.crt" --key "$dir/admin.key" "$@" "$api_server$path"
}

api_server_is_ready() {
    # It accepts connections long before it answers: do not sit in that queue.
    [[ $(api /readyz --max-time 1) == ok ]]
}

default_service_account_exists() {
    api /api/v1/namespaces/default/serviceaccounts/default > /dev/null
}

nodes_are_ready() {
    [[ $(api /api/v1/nodes | grep -o '"type":"Ready","status":"True"' | wc -l) -ge ${#nodes[@]} ]]
}

# Creates or corrects: the cluster may have been up before.
apply() {  # PATH, the object on stdin
    api "$1?fieldManager=cluster.sh&force=true" --request PATCH --output /dev/null \
        --header 'Content-Type: application/apply-patch+yaml' --data-binary @-
}

make_storage_class() {
    apply /apis/storage.k8s.io/v1/storageclasses/standard << EOF
apiVersion: storage.k8s.io/v1
kind: StorageClass
metadata:
  name: standard
  annotations: {storageclass.kubernetes.io/is-default-class: "true"}
provisioner: play.slipway.dev/volume
EOF
}

make_node() {  # NAME
    apply "/api/v1/nodes/$1" << EOF
apiVersion: v1
kind: Node
metadata:
  name: $1
  annotations: {play.slipway.dev/port: "$nodes_port"}
  labels:
    play.slipway.dev/node: "true"
    kubernetes.io/hostname: $1
    kubernetes.io/os: linux
    kubernetes.io/arch: amd64
    topology.kubernetes.io/region: local
    topology.kubernetes.io/zone: zone-${1#node-}
EOF
}

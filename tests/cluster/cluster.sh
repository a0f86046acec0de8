#!/usr/bin/env bash
# A real Kubernetes control plane on loopback, kept in one folder. See README.md.
set -euo pipefail

usage() {
    cat << EOF
usage: cluster.sh COMMAND DIR [COMPONENT]

  run DIR               bring a cluster up, say "ready" on stdout, end it with our own stdin
  up DIR                bring a cluster up and leave it running
  down DIR              end it; its data stays, and the next up goes on from there
  env DIR               print what a shell needs to use it:  eval "\$(cluster.sh env DIR)"
  kill DIR COMPONENT    SIGKILL one component
  start DIR COMPONENT   start it again, on the same ports and data

COMPONENT: etcd, kube-apiserver, kube-controller-manager, kube-scheduler, kwok
EOF
}

case $#:${1:-} in
    2:run | 2:up | 2:down | 2:env | 2:watch | 3:kill | 3:start) ;;
    *)
        usage >&2
        exit 2 ;;
esac

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
dir=$(realpath -m "$2")
service_range=10.96.0.0/16
service_ip=10.96.0.1
for part in fail binaries certificates ports environment processes kubeconfig components bring_up; do
    # shellcheck source=/dev/null
    . "$here/lib/$part.sh"
done

run() {
    prepare
    ! all_running "${control_plane[@]}" || fail "a cluster is already up in $dir: end it with '$0 down $dir'"
    stop_cluster
    trap stop_cluster EXIT
    trap exit INT TERM HUP
    start_watcher
    bring_up
    release
    echo ready
    wait "$watcher" 2> /dev/null || true
}

# Ends the cluster when our stdin does, even if we were killed meanwhile. Whoever started us need
# only hold the other end of the pipe: however it dies, nothing stays behind.
start_watcher() {
    setsid "$here/cluster.sh" watch "$dir/" <&0 > /dev/null 2> "$dir/logs/watcher.log" 9>&- &
    watcher=$!
    remember watcher "$watcher"
}

watch() {
    while read -r _; do :; done
    rm -f "$dir/pids/watcher"
    stop_components
}

up() {
    prepare
    if all_running "${control_plane[@]}" && read_environment && api_server_is_ready; then
        echo "the cluster in $dir is already up" >&2
        return
    fi
    stop_cluster
    trap stop_cluster EXIT
    bring_up
    trap - EXIT
    # shellcheck disable=SC2016 # to be copied into a shell
    printf 'the cluster is up: eval "$(%q env %q)"\n' "$0" "$dir" >&2
}

down() {
    [[ -d $dir/pids ]] || fail "there is no cluster in $dir"
    stop_cluster
}

env() {
    require_cluster
    local folders
    folders=$(dirname "$(binary kubectl)")
    [[ $folders == "$cache" ]] || folders+=":$cache"
    # shellcheck disable=SC2016 # the shell that evaluates it expands it
    printf 'export KUBECONFIG=%q PATH=%q:"$PATH"\n' "$dir/kubeconfig" "$folders"
}

kill_component() {  # COMPONENT
    require_component "$1"
    is_running "$1" || fail "$1 is not running in $dir"
    signal "$1" KILL
    await_end "$1"
}

start_again() {  # COMPONENT
    require_component "$1"
    ! is_running "$1" || fail "$1 is already running in $dir"
    read_environment
    start_component "$1"
    case $1 in
        etcd) await 20 etcd_is_healthy etcd || give_up "etcd did not come back" ;;
        kube-apiserver) await 60 api_server_is_ready kube-apiserver || give_up "the API server did not come back" ;;
    esac
}

# What every cluster needs before its first process; one start at a time in each folder.
prepare() {
    if [[ -n $(missing_binaries "${default_tools[@]}") ]]; then
        "$here/build.sh" >&2
    fi
    mkdir -p "$dir/pids" "$dir/logs"
    exec 9> "$dir/lock"
    flock 9
}

release() {
    exec 9>&-
}

require_cluster() {
    [[ -e $dir/cluster.env ]] || fail "there is no cluster in $dir: start one with '$0 up $dir'"
}

require_component() {  # COMPONENT
    require_cluster
    [[ " ${control_plane[*]} " == *" $1 "* ]] || fail "no such component: $1. There are: ${control_plane[*]}"
}

case $1 in
    kill) kill_component "$3" ;;
    start) start_again "$3" ;;
    *) "$1" ;;
esac

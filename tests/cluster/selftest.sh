#!/usr/bin/env bash
# Shows that the cluster does what README.md says: brings two up, lets every kind of pod play its
# part, kills what can be killed. Takes about a minute; ends with 1 if anything was untrue.
# shellcheck disable=SC2317 # `expect` and the trap call what looks unreachable
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cluster="$here/cluster.sh"
work=$(mktemp -d "${TMPDIR:-/tmp}/slipway-selftest.XXXXXX")
untrue=0

# Whatever happened, nothing of ours stays behind.
clean_up() {
    local dir
    [[ -z ${holder:-} ]] || kill "$holder" 2> /dev/null || true
    for dir in "$work"/*/; do
        "$cluster" down "$dir" 2> /dev/null || true
    done
    if [[ $untrue == 0 ]]; then
        rm -rf "$work"
    else
        echo "the clusters' folders are kept: $work"
    fi
}
trap clean_up EXIT

milliseconds() {
    echo $(("${EPOCHREALTIME/[.,]/}" / 1000))
}

# Says whether the command's output comes to be what is wanted, within 15 s.
expect() {  # SENTENCE WANTED COMMAND...
    local sentence=$1 wanted=$2 seen start
    shift 2
    start=$(milliseconds)
    while seen=$("$@" 2>&1) || true; [[ $seen != "$wanted" ]]; do
        if (($(milliseconds) - start > 15000)); then
            printf 'UNTRUE   %s\n  wanted: %s\n  seen:   %s\n' "$sentence" "$wanted" "$seen"
            untrue=$((untrue + 1))
            return
        fi
        sleep 0.05
    done
    printf 'ok %5d ms  %s\n' $(($(milliseconds) - start)) "$sentence"
}

show() {  # JSONPATH KIND NAME-OR-SELECTOR...
    local path=$1
    shift
    kubectl get "$@" -o jsonpath="$path"
}

processes_of() {  # DIR
    local process
    for process in /proc/[0-9]*; do
        if grep -qsaF "$1" "$process/cmdline"; then
            tr '\0' ' ' < "$process/cmdline" | cut -c1-60
        fi
    done
}

use() {  # DIR
    eval "$("$cluster" env "$1")"
}

# Starts `run` with a process of ours at the other end of its stdin.
run_held() {  # DIR, sets holder and runner
    mkfifo "$1.stdin" "$1.stdout"
    sleep 600 > "$1.stdin" &
    holder=$!
    "$cluster" run "$1" < "$1.stdin" > "$1.stdout" 2> "$1.stderr" &
    runner=$!
    disown -a
    read -r answer < "$1.stdout" || answer=$(< "$1.stderr")
}

play_workloads() {
    kubectl apply --filename "$here/selftest.yaml" > /dev/null
    expect "a Deployment becomes available" 3 show '{.status.availableReplicas}' deployment ready
    expect "a StatefulSet becomes ready, its claims bound" 2 show '{.status.readyReplicas}' statefulset with-volumes
    expect "a DaemonSet is ready on every node" 3 show '{.status.numberReady}' daemonset everywhere
    expect "a Job completes" 2 show '{.status.succeeded}' job succeeds
    expect "a Job completes later" 1 show '{.status.succeeded}' job succeeds-later
    expect "a pod becomes Ready later" 1 show '{.status.readyReplicas}' deployment ready-later
    expect "a Job fails" BackoffLimitExceeded \
        show '{.status.conditions[?(@.type=="Failed")].reason}' job fails
    expect "its pod tells the exit code and the last words" '3 table "users" is locked' \
        show '{range .items[0].status.containerStatuses[0].state.terminated}{.exitCode} {.message}{end}' pod -l job-name=fails
    expect "a Job never ends" '1 1' show '{.status.active} {.status.ready}' job never-ends
    expect "a pod is never ready" 'Running False' \
        show '{.items[0].status.phase} {.items[0].status.conditions[?(@.type=="Ready")].status}' pod -l app=never-ready
    expect "a pod crashes again and again" 'CrashLoopBackOff 3 1' \
        show '{range .items[0].status.containerStatuses[0]}{.state.waiting.reason} {.restartCount} {.lastState.terminated.exitCode}{end}' pod -l app=crashing
    expect "a pod cannot pull its image" 'Pending ImagePullBackOff' \
        show '{.items[0].status.phase} {.items[0].status.containerStatuses[0].state.waiting.reason}' pod -l app=no-image
    expect "a LoadBalancer gets an address" 198.18. bash -c \
        'kubectl get service reachable -o jsonpath={.status.loadBalancer.ingress[0].ip} | cut -c1-7'
    expect "another one waits for it" '{"loadBalancer":{}}' show '{.status}' service unreachable
    expect "a claim waits for its volume" Pending show '{.status.phase}' pvc waiting
    expect "kubectl logs answers" "this pod is played: it has no process" kubectl logs job/fails
    kubectl delete --filename "$here/selftest.yaml" --wait=false > /dev/null
    expect "deleted pods go" '' show '{.items[*].metadata.name}' pod
    kubectl delete pvc --all --wait=false > /dev/null
    expect "volumes go with their claims" '' show '{.items[*].metadata.name}' pv
}

kill_and_start() {  # DIR
    local component
    for component in kube-apiserver etcd kwok kube-controller-manager kube-scheduler; do
        "$cluster" kill "$1" "$component"
        "$cluster" start "$1" "$component"
    done
    expect "what was there is there after every component was killed" yes \
        show '{.data.here}' configmap witness
    kubectl create deployment after --image=example/web > /dev/null
    expect "and new pods become ready" 1 show '{.status.readyReplicas}' deployment after
}

"$here/build.sh" > /dev/null

start=$(milliseconds)
run_held "$work/one"
one_holder=$holder
expect "run says ready ($(($(milliseconds) - start)) ms after its start)" ready echo "$answer"
use "$work/one"
play_workloads

start=$(milliseconds)
"$cluster" up "$work/two" 2> "$work/two.stderr"
expect "up brings a second one up, side by side ($(($(milliseconds) - start)) ms)" ok kubectl --kubeconfig "$work/two/kubeconfig" get --raw /readyz
"$cluster" up "$work/two" 2> "$work/two.stderr"
expect "up again says so" "the cluster in $work/two is already up" cat "$work/two.stderr"
use "$work/two"
kubectl create configmap witness --from-literal=here=yes > /dev/null
use "$work/one"
expect "the first does not see what the second holds" '' show '{.items[?(@.metadata.name=="witness")].data.here}' configmap

kill -KILL "$one_holder"
expect "when the holder of its stdin is killed, the whole cluster ends" '' processes_of "$work/one"
run_held "$work/three"
kill -KILL "$runner"
kill -KILL "$holder"
expect "also when run itself was killed before" '' processes_of "$work/three"

use "$work/two"
kill_and_start "$work/two"
"$cluster" down "$work/two"
expect "down ends every process" '' processes_of "$work/two"
"$cluster" up "$work/two" 2> /dev/null
expect "up goes on with the same data, on the same ports" yes show '{.data.here}' configmap witness

exit $((untrue > 0))

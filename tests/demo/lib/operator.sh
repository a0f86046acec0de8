# The operator as a process of ours, and the watch that shows what it does.
# shellcheck shell=bash

operator=
progress=

start_operator() {
    "$binary" --kubeconfig "$KUBECONFIG" --namespace slipway-system \
        --identity demo --metrics-port 0 --probe-port 0 2> "$work/operator.log" &
    operator=$!
    said '  ' "the operator, whose log is build/demo/operator.log"
}

stop_operator() {
    end "$operator"
    operator=
}

start_progress() {
    kubectl get releases --all-namespaces --watch --output-watch-events -o json \
        2>> "$work/kubectl.log" \
        > >(exec jq -nr --unbuffered --argjson begin "${begin_tenths}e-1" -f "$here/progress.jq") &
    progress=$!
}

stop_progress() {
    end "$progress"
    progress=
}

# Ends one process of ours and waits for its end.
end() {  # PID
    [[ -n $1 ]] || return 0
    kill "$1" 2> /dev/null || true
    wait "$1" 2> /dev/null || true
}

tell_what_went_wrong() {
    [[ -n ${KUBECONFIG:-} ]] || return
    say "Not as announced. The Releases:"
    kubectl get releases --all-namespaces -o wide
    said '==' "The end of the operator's log:"
    tail -n 20 "$work/operator.log"
}

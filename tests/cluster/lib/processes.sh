# The processes of a cluster, each known by its pid in $dir/pids/NAME.
#
# Pids are reused: nothing is signalled unless its command line names this cluster's folder.
#
# REQUIRES: $dir, absolute; $control_plane.
# shellcheck shell=bash

# In a session of its own: Ctrl-C in a terminal reaches the script, which then ends the cluster
# in order.
spawn() {  # NAME COMMAND...
    local name=$1
    shift
    setsid "$@" < /dev/null >> "$dir/logs/$name.log" 2>&1 9>&- &
    remember "$name" $!
    disown  # its end is no news to the shell
}

# Returns once the process goes by its own command line: until then it would count as gone.
remember() {  # NAME PID
    echo "$2" > "$dir/pids/$1"
    while ! is_running "$1" && kill -0 "$2" 2> /dev/null; do
        sleep 0.005
    done
}

pid_of() {  # NAME
    cat "$dir/pids/$1" 2> /dev/null
}

# While one program becomes another, on a busy machine for some milliseconds, a process has no
# command line: it is asked again before it counts as gone.
is_running() {  # NAME
    local pid attempt
    pid=$(pid_of "$1") || return 1
    for attempt in {1..5}; do
        ! grep -qsaF "$dir/" "/proc/$pid/cmdline" || return 0
        [[ -e /proc/$pid ]] && ! grep -qsa . "/proc/$pid/cmdline" || return 1
        sleep 0.01
    done
    return 1
}

all_running() {  # NAME...
    local name
    for name in "$@"; do
        is_running "$name" || return 1
    done
}

signal() {  # NAME SIGNAL
    if is_running "$1"; then
        kill -s "$2" "$(pid_of "$1")" 2> /dev/null || true
    fi
}

# Of a process that ends, the command line goes first; its sockets go with its last thread.
is_ending() {  # PID
    ! grep -qsa . "/proc/$1/cmdline" && grep -qsE '^State:[[:space:]]+[^XZ]' "/proc/$1"/task/*/status
}

# Waits until the process is gone; one that does not go in 5 s is killed.
await_end() {  # NAME
    local step pid
    pid=$(pid_of "$1") || true
    for step in {1..500}; do
        is_running "$1" || is_ending "$pid" || break
        [[ $step != 250 ]] || signal "$1" KILL
        sleep 0.02
    done
    rm -f "$dir/pids/$1"
}

# Only etcd has anything to save; the others need no time to say goodbye.
stop_components() {
    local name
    for name in "${control_plane[@]}"; do
        [[ $name == etcd ]] || signal "$name" KILL
    done
    signal etcd TERM
    for name in "${control_plane[@]}"; do
        await_end "$name"
    done
}

# The watcher first: it would only do the same.
stop_cluster() {
    signal watcher KILL
    [[ -z ${watcher:-} ]] || wait "$watcher" 2> /dev/null || true
    await_end watcher
    stop_components
}

# Four free ports in a row for each cluster, below those the kernel hands out to clients.
#
# The lock on a row is inherited by every process of its cluster, so it lasts exactly as long
# as one of them lives. Without it two clusters that start in the same instant might pick the
# same row, and one's API server would then write into the other's etcd.
#
# REQUIRES: $cache_home; fail. Sets first_port and what use_ports makes of it.
# shellcheck shell=bash

first_of_all_ports=20000
rows_of_ports=3000

# Those which the cluster had before, where they are still free: whoever copied its kubeconfig
# can go on using it.
reserve_ports() {
    local attempt row=${first_port:-}
    mkdir -p "$cache_home/ports"
    for attempt in {1..100}; do
        row=${row:-$((first_of_all_ports + 4 * (RANDOM % rows_of_ports)))}
        exec 8> "$cache_home/ports/$row"
        if flock --nonblock 8 && row_is_free "$row"; then
            use_ports "$row"
            return
        fi
        row=
    done
    fail "no free ports in $first_of_all_ports-$((first_of_all_ports + 4 * rows_of_ports)) after $attempt attempts"
}

row_is_free() {  # FIRST_PORT
    local port
    for port in {0..3}; do
        ! somebody_listens_on $(($1 + port)) || return 1
    done
}

somebody_listens_on() {  # PORT
    grep -qsE "^ *[0-9]+: [0-9A-F]+:$(printf %04X "$1") [0-9A-F:]+ 0A " /proc/net/tcp /proc/net/tcp6
}

use_ports() {  # FIRST_PORT
    first_port=$1
    api_server="https://127.0.0.1:$first_port"
    etcd_url="http://127.0.0.1:$((first_port + 1))"
    etcd_peer_url="http://127.0.0.1:$((first_port + 2))"
    nodes_port=$((first_port + 3))
}

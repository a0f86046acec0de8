# cluster.env: where this cluster is, for tests and for the commands that come later.
#
# REQUIRES: $dir; use_ports.
# shellcheck shell=bash

write_environment() {
    etcd_flags=${SLIPWAY_ETCD_FLAGS:-}
    apiserver_flags=${SLIPWAY_APISERVER_FLAGS:-}
    cat > "$dir/cluster.env" << EOF
API_SERVER=$api_server
ETCD=$etcd_url
KUBECONFIG=$dir/kubeconfig
FIRST_PORT=$first_port
ETCD_FLAGS=$etcd_flags
APISERVER_FLAGS=$apiserver_flags
EOF
}

read_environment() {
    local key value
    while IFS='=' read -r key value; do
        case $key in
            FIRST_PORT) use_ports "$value" ;;
            ETCD_FLAGS) etcd_flags=$value ;;
            APISERVER_FLAGS) apiserver_flags=$value ;;
        esac
    done < "$dir/cluster.env"
}

# How each component is started. Everything listens on loopback.
#
# REQUIRES: $here, $dir, $service_range and what cluster.env holds; spawn, binary, write_kubeconfig.
# shellcheck shell=bash disable=SC2086 # the extra flags are several words

# Collecting garbage less often starts a cluster a tenth faster, for 150 MB more.
export GOGC=400

start_component() {  # NAME
    "start_${1//-/_}"
}

# No other member will ever vote, so the election need not wait for one.
start_etcd() {
    spawn etcd "$(binary etcd)" \
        --name=default \
        --data-dir="$dir/etcd" \
        --listen-client-urls="$etcd_url" \
        --advertise-client-urls="$etcd_url" \
        --listen-peer-urls="$etcd_peer_url" \
        --initial-advertise-peer-urls="$etcd_peer_url" \
        --initial-cluster="default=$etcd_peer_url" \
        --heartbeat-interval=20 \
        --election-timeout=200 \
        --quota-backend-bytes=$((8 << 30)) \
        --unsafe-no-fsync \
        $etcd_flags
}

# etcd is never compacted: `etcdctl watch --rev=1 --prefix /registry/` tells everything that
# ever happened, in order.
start_kube_apiserver() {
    spawn kube-apiserver "$(binary kube-apiserver)" \
        --etcd-servers="$etcd_url" \
        --etcd-compaction-interval=0 \
        --bind-address=127.0.0.1 \
        --advertise-address=127.0.0.1 \
        --secure-port="$first_port" \
        --endpoint-reconciler-type=none \
        --tls-cert-file="$dir/server.crt" \
        --tls-private-key-file="$dir/server.key" \
        --client-ca-file="$dir/ca.crt" \
        --service-account-issuer=https://kubernetes.default.svc \
        --service-account-key-file="$dir/service-account.key" \
        --service-account-signing-key-file="$dir/service-account.key" \
        --service-cluster-ip-range="$service_range" \
        --authorization-mode=Node,RBAC \
        --disable-admission-plugins=TaintNodesByCondition \
        --kubelet-certificate-authority="$dir/ca.crt" \
        --kubelet-client-certificate="$dir/admin.crt" \
        --kubelet-client-key="$dir/admin.key" \
        --kubelet-preferred-address-types=InternalIP \
        --allow-privileged \
        $apiserver_flags
}

# The default of 20 requests per second would be the bottleneck of every benchmark.
start_kube_controller_manager() {
    write_kubeconfig controller-manager
    spawn kube-controller-manager "$(binary kube-controller-manager)" \
        --kubeconfig="$dir/controller-manager.kubeconfig" \
        --controllers="*,-node-lifecycle-controller" \
        --use-service-account-credentials \
        --service-account-private-key-file="$dir/service-account.key" \
        --root-ca-file="$dir/ca.crt" \
        --cluster-signing-cert-file="$dir/ca.crt" \
        --cluster-signing-key-file="$dir/ca.key" \
        --kube-api-qps=2000 \
        --kube-api-burst=4000 \
        --pvclaimbinder-sync-period=1s \
        --resource-quota-sync-period=1s \
        --leader-elect=false \
        --secure-port=0
}

start_kube_scheduler() {
    write_kubeconfig scheduler
    cat > "$dir/scheduler.yaml" << EOF
apiVersion: kubescheduler.config.k8s.io/v1
kind: KubeSchedulerConfiguration
clientConnection:
  kubeconfig: $dir/scheduler.kubeconfig
  qps: 2000
  burst: 4000
leaderElection:
  leaderElect: false
podInitialBackoffSeconds: 1
podMaxBackoffSeconds: 1
EOF
    spawn kube-scheduler "$(binary kube-scheduler)" --config="$dir/scheduler.yaml" --secure-port=0
}

start_kwok() {
    local stage stages=()
    for stage in "$here"/stages/*.yaml; do
        stages+=(--config="$stage")
    done
    write_kubeconfig kwok
    write_pod_log
    spawn kwok "$(binary kwok)" \
        --kubeconfig="$dir/kwok.kubeconfig" \
        --config="$dir/kwok.yaml" "${stages[@]}" \
        --manage-nodes-with-label-selector=play.slipway.dev/node=true \
        --node-lease-duration-seconds=0 \
        --cidr=10.244.0.0/16 \
        --node-ip=127.0.0.1 \
        --node-port="$nodes_port" \
        --server-address="127.0.0.1:$nodes_port" \
        --tls-cert-file="$dir/server.crt" \
        --tls-private-key-file="$dir/server.key"
}

# What `kubectl logs` answers for any pod is in pod.log, which a test may write anew at any time.
write_pod_log() {
    [[ -e $dir/pod.log ]] ||
        echo "$(date -u +%Y-%m-%dT%H:%M:%S.%NZ) stdout F this pod is played: it has no process" > "$dir/pod.log"
    cat > "$dir/kwok.yaml" << EOF
apiVersion: kwok.x-k8s.io/v1alpha1
kind: ClusterLogs
metadata:
  name: every-pod
spec:
  logs:
    - logsFile: $dir/pod.log
      previousLogsFile: $dir/pod.log
EOF
}

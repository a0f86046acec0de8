# A kubeconfig for one of our client certificates, with everything in it: it may be copied.
#
# REQUIRES: $dir and what use_ports sets.
# shellcheck shell=bash

write_kubeconfig() {  # USER [FILE]
    local file="$dir/${2:-$1.kubeconfig}"
    (
        umask 077
        cat > "$file.new" << EOF
apiVersion: v1
kind: Config
clusters:
  - name: slipway
    cluster:
      server: $api_server
      certificate-authority-data: $(base64 -w0 "$dir/ca.crt")
users:
  - name: $1
    user:
      client-certificate-data: $(base64 -w0 "$dir/$1.crt")
      client-key-data: $(base64 -w0 "$dir/$1.key")
contexts:
  - name: slipway
    context: {cluster: slipway, user: $1}
current-context: slipway
EOF
    )
    mv "$file.new" "$file"
}

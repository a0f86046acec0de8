# The certificates and keys of a cluster. They say loopback and nothing else, so one set serves
# every cluster of this machine: made once, kept in the cache, copied into each cluster's folder.
#
#   ca                  signs the rest; a test may sign its own with it (a fault proxy, say)
#   server              what the API server and the nodes serve with
#   admin, kwok         clients in the group system:masters
#   controller-manager, scheduler
#                       clients with the rights that Kubernetes gives them by name
#   service-account     signs and checks the tokens of service accounts (a key only)
#
# REQUIRES: $here, $cache_home, $service_ip; fail.
# shellcheck shell=bash

put_certificates() {  # FOLDER
    local kept
    # Named after this file: whoever changes what is made gets a new set.
    kept="$cache_home/certificates-$(cksum < "$here/lib/certificates.sh" | cut -d' ' -f1)"
    mkdir -p "$cache_home"
    (
        flock 9
        openssl x509 -noout -checkend 864000 -in "$kept/ca.crt" > /dev/null 2>&1 ||
            make_certificates "$kept"
    ) 9> "$cache_home/certificates.lock"
    cp -p "$kept"/*.{crt,key} "$1/"
}

make_certificates() (  # FOLDER
    umask 077
    new=$(mktemp -d "$cache_home/.certificates.XXXXXX")
    cd "$new" || exit
    if ! make_all > log 2>&1; then
        cat log >&2
        fail "openssl could not make the certificates: see above"
    fi
    rm -rf "$1"
    mv "$new" "$1"
)

make_all() {
    make_key ca &&
        openssl req -x509 -new -key ca.key -days 3650 -subj /CN=slipway-local-ca -out ca.crt &&
        sign server /CN=kube-apiserver "extendedKeyUsage=serverAuth
            subjectAltName=IP:127.0.0.1,IP:::1,IP:$service_ip,DNS:localhost,DNS:kubernetes,DNS:kubernetes.default,DNS:kubernetes.default.svc" &&
        sign_client admin /O=system:masters/CN=admin &&
        sign_client kwok /O=system:masters/CN=kwok &&
        sign_client controller-manager /CN=system:kube-controller-manager &&
        sign_client scheduler /CN=system:kube-scheduler &&
        make_key service-account
}

make_key() {  # NAME
    openssl ecparam -name prime256v1 -genkey -noout -out "$1.key"
}

sign_client() {  # NAME SUBJECT
    sign "$1" "$2" extendedKeyUsage=clientAuth
}

sign() {  # NAME SUBJECT EXTENSIONS
    make_key "$1" &&
        openssl req -new -key "$1.key" -subj "$2" -out "$1.csr" &&
        openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 3650 \
            -extfile <(echo "$3") -out "$1.crt"
}

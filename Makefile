# What one does here, by name. Everything is built under build/, the local cluster lives in .cluster/.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

# local: a control plane of our own; current: the cluster that kubectl speaks to now.
CLUSTER ?= local
# Which benches: all, or a tag.
BENCH ?= *
# How long each target is fuzzed.
FUZZ_SECONDS ?= 600

packages := \
	ca-certificates catch2 ccache clang-14 clang-format clang-tidy cmake curl g++ git jq \
	libboost-dev libclang-rt-14-dev libcli11-dev libcpprest-dev libfmt-dev libspdlog-dev \
	libssl-dev libyaml-cpp-dev libyaml-dev make mold ninja-build nlohmann-json3-dev openssl pkg-config procps \
	prometheus-cpp-dev python3-venv zlib1g-dev

sources = find bench operator tests -name '*.cpp' -o -name '*.hpp'
scripts = find .ci bench tests \( -name '*.sh' -o -path .ci/run \) -type f

help:  ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

deps:  ## install the Debian packages that are missing
	@missing=$$(for package in $(packages); do \
		[[ $$(dpkg-query -W -f '$${db:Status-Status}' $$package 2> /dev/null) == installed ]] || echo $$package; \
	done); \
	[[ -n $$missing ]] || exit 0; \
	if [[ $$(id -u) != 0 ]]; then \
		echo "Packages are missing. Install them with: sudo apt-get install" $$missing >&2; exit 1; \
	fi; \
	apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing

build: deps  ## the operator and the command, optimised: build/release/slipway-operator, build/release/slipway
	cmake --preset release
	cmake --build --preset release --target slipway-operator slipway

test: deps  ## every test, those against a real API server too
	cmake --preset dev
	cmake --build --preset dev
	tests/cluster/build.sh
	ctest --preset dev

asan: deps  ## every test, watched for misused memory and undefined behaviour, the operator too
	cmake --preset asan
	cmake --build --preset asan
	tests/cluster/build.sh
	ctest --preset asan

tsan: deps  ## the unit tests, watched for data races
	cmake --preset tsan
	cmake --build --preset tsan
	ctest --preset tsan --label-regex unit

fuzz: deps  ## every fuzz target for FUZZ_SECONDS (600), watched like asan
	cmake --preset fuzz
	cmake --build --preset fuzz
	tests/fuzz/run.sh $(FUZZ_SECONDS)

lint: deps  ## format, clang-tidy, and the shell scripts
	$(sources) | xargs clang-format --dry-run -Werror
	cmake --preset dev
	run-clang-tidy -quiet -p build/dev "^$(CURDIR)/operator/"
	if command -v shellcheck > /dev/null; then $(scripts) | xargs shellcheck --external-sources --source-path=SCRIPTDIR; fi

bench: deps  ## how fast it is beside a raw client, on a local cluster; BENCH=[B1] for one scenario
	cmake --preset release
	cmake --build --preset release --target slipway-bench
	tests/cluster/build.sh
	bench/report.sh build/release/slipway-bench "$(BENCH)"

conformance: deps  ## Helm 3, Helm 4 and Slipway beside each other, by the audit log; SLIPWAY_CHARTS=a,b for some
	cmake --preset dev
	cmake --build --preset dev --target conformance_tests
	tests/cluster/build.sh
	build/dev/conformance_tests

cluster-up:  ## a local cluster in .cluster/: a real control plane, nodes played by kwok
	tests/cluster/cluster.sh up .cluster

cluster-down:  ## end it; its data stays for the next time
	tests/cluster/cluster.sh down .cluster

run: build cluster-up  ## the operator in the foreground, on the local cluster
	eval "$$(tests/cluster/cluster.sh env .cluster)"; \
	kubectl apply -f crds/slipway.dev_releases.yaml; \
	kubectl create namespace slipway-system --dry-run=client -o yaml | kubectl apply -f -; \
	exec build/release/slipway-operator --kubeconfig .cluster/kubeconfig --namespace slipway-system

demo: build  ## the examples, played and checked; CLUSTER=current plays them on your own cluster
	tests/demo/demo.sh $(CLUSTER)

clean:  ## what was built; the local cluster is cluster-down's
	rm -rf build

.PHONY: help deps build test asan tsan fuzz lint bench conformance cluster-up cluster-down run demo clean

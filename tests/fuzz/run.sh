#!/usr/bin/env bash
# run.sh SECONDS [TARGET...]: fuzzes each target, or those named ("manifest"), for that long, two at
# a time. What is found new lands in build/fuzz/corpus/, an input that fails in build/fuzz/findings/.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
seconds=$1
shift
built=build/fuzz
mkdir -p "$built/findings" "$built/log"

fuzz() {  # TARGET
    mkdir -p "$built/corpus/$1"
    "$built/${1}_fuzz" -max_total_time="$seconds" -max_len=16384 -timeout=1 -rss_limit_mb=1024 \
        -artifact_prefix="$built/findings/$1-" "$built/corpus/$1" "tests/fuzz/corpus/$1" \
        > "$built/log/$1" 2>&1
}

run() {  # TARGET
    if fuzz "$1"; then
        echo "$1: $(grep -a '^Done' "$built/log/$1"), no finding"
    else
        tail -n 40 "$built/log/$1"
        echo "$1: a finding; its input is in $built/findings/"
        return 1
    fi
}

if [[ $# == 0 ]]; then
    for source in tests/fuzz/*_fuzz.cpp; do set -- "$@" "$(basename "$source" _fuzz.cpp)"; done
fi
export UBSAN_OPTIONS=print_stacktrace=1
failed=0
running=0
for target in "$@"; do
    if ((running == 2)); then
        wait -n || failed=1
        running=1
    fi
    run "$target" &
    running=$((running + 1))
done
while ((running > 0)); do
    wait -n || failed=1
    running=$((running - 1))
done
exit "$failed"

#!/usr/bin/env bash
# Runs benches and writes what they print into docs/performance.md.
#
#   report.sh BENCH [TAGS]      TAGS as Catch2 has them: [B1],[B3]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
bench=${1:?usage: report.sh BENCH [TAGS]}
page="$here/../docs/performance.md"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

tags=${2:-*}
failed=0
"$bench" "$tags" | tee "$work/output" || failed=1
grep -E '^(B[0-9]+|compile|hostile|malformed) .*=' "$work/output" > "$work/figures" || true

# An older figure of what has failed would pass for today's. A scenario's name is NAME: SENTENCE;
# Catch2 ends with how many it has listed.
{ "$bench" --list-test-names-only "$tags" || true; } | cut -d: -f1 | while read -r scenario; do
    grep -q "^$scenario " "$work/figures" || echo "$scenario failed" >> "$work/figures"
done

# Below each "<!-- figures: NAME -->" stands a block of what NAME printed last.
awk '
    NR == FNR { printed[$1] = printed[$1] $0 "\n"; next }
    in_block && /^```$/ { if (++fences == 2) { in_block = 0; fences = 0 } next }
    in_block { next }
    { print }
    /^<!-- figures: / && ($3 in printed) {
        printf "```\n%s```\n", printed[$3]
        in_block = 1
    }
' "$work/figures" "$page" > "$work/page"
[[ ! -s "$work/figures" ]] || cp "$work/page" "$page"
exit "$failed"

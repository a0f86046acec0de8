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

# A scenario is NAME: SENTENCE, tagged [NAME]. Catch2 ends with how many it has listed.
scenarios=$({ "$bench" --list-test-names-only "${2:-*}" || true; } | cut -d: -f1 | uniq)
failed=0
for scenario in $scenarios; do
    if ! "$bench" "[$scenario]" | tee "$work/output"; then
        failed=1
        # An older figure would pass for today's.
        echo "$scenario failed" >> "$work/figures"
    fi
    grep "^$scenario .*=" "$work/output" >> "$work/figures" || true
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

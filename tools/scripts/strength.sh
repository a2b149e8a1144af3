#!/usr/bin/env bash
# What each feature of the evaluation and each technique of the search is worth: the
# engine as it is (a) against itself with that one thing switched off (b), in a match
# at fixed nodes. Prints a Markdown table. The same build prints the same table.
# Techniques of the search show only where there is something to search: their
# matches have four times the nodes and half the games.
set -euo pipefail
cd "$(dirname "$0")/../.."

games=${1:-800}
nodes=${2:-1000}
bin=$(mktemp -d)/dama
trap 'rm -rf "$(dirname "$bin")"' EXIT
go build -o "$bin" ./cmd/dama

# row NAME FLAG...: one match, b changed by the flags.
row() {
	local name="$1, $nodes nodes"
	shift
	"$bin" match --a default --b default --games "$games" --nodes "$nodes" --format json "$@" 2>/dev/null |
		sed -E 's/.*"score":([0-9.]+),"elo":\{"elo":(-?[0-9.]+)[^,]*,"low":(-?[0-9.]+)[^,]*,"high":(-?[0-9.]+).*/\1 \2 \3 \4/' |
		while read -r score elo low high; do
			printf '| %s | %.1f %% | %+.0f | %+.0f to %+.0f | %s |\n' "$name" \
				"$(awk "BEGIN { print 100 * $score }")" "$elo" "$low" "$high" \
				"$(awk "BEGIN { print ($low > 0) ? \"keep\" : ($high < 0) ? \"reject\" : \"undecided\" }")"
		done
}

echo "| switched off | score with it | Elo it is worth | 95 % | verdict |"
echo "| --- | --- | --- | --- | --- |"
games=$((games / 2)) nodes=$((nodes * 4))
row "aspiration windows" --set-b aspiration_width=0
row "killer moves" --set-b killers=false
row "counter moves" --set-b counters=false
row "history" --set-b history=false
row "late-move reductions" --set-b reduce_depth=127
row "forced captures free" --set-b extend_forced=false
row "crownings at leaves" --set-b crown_at_leaves=false
row "transposition table (one entry)" --set-b table_entries=1 --set-b shallow_entries=1
games=$((games * 2)) nodes=$((nodes / 4))
for feature in $(sed -nE 's/^\t\t\{"([a-z_]+)", (Number|Ranks|Board),.*/\1/p' eval/features.go); do
	row "\`$feature\`" --drop-b "$feature"
done
row "pattern tables" --drop-b patterns

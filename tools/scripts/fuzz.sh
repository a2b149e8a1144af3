#!/usr/bin/env bash
# Runs every native fuzz target for the given time, one after another, and
# goes on after a failure so that one run shows all of them.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tools/scripts/lib.sh

fuzztime=${1:?usage: fuzz.sh TIME, such as 30s}
failed=()
count=0
for package in $(packages_with '^func Fuzz'); do
	targets=$(grep -Ehos '^func Fuzz[A-Za-z0-9_]*' "$package"/*_test.go | sed 's/^func //' | sort -u)
	for target in $targets; do
		count=$((count + 1))
		echo "fuzz $package $target for $fuzztime"
		# -run ^$: the ordinary tests of the package have their own turn.
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$fuzztime" "$package" || failed+=("$package $target")
	done
done

if [ ${#failed[@]} -gt 0 ]; then
	echo "these fuzz targets failed; each left its input below testdata/fuzz of its package:" >&2
	printf '  %s\n' "${failed[@]}" >&2
	exit 1
fi
echo "$count fuzz targets passed"

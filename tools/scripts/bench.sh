#!/usr/bin/env bash
# Runs the benchmarks of every package that has any.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tools/scripts/lib.sh

bench=${1:-.}
mapfile -t packages < <(packages_with '^func Benchmark')
if [ ${#packages[@]} -eq 0 ]; then
	echo "no package has a benchmark" >&2
	exit 0
fi
exec go test -run '^$' -bench "$bench" -benchmem "${packages[@]}"

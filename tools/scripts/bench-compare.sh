#!/usr/bin/env bash
# Compares the benchmarks of the working tree with those of a commit. The two
# test binaries of a package take turns, so that a machine that grows warm or
# busy slows both of them alike.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tools/scripts/lib.sh

ref=${1:-}
bench=${2:-.}
count=${3:-6}
if [ -z "$ref" ]; then
	echo "usage: make bench-compare REF=commit [BENCH=regexp] [COUNT=rounds]" >&2
	exit 2
fi
commit=$(git rev-parse --verify --quiet "$ref^{commit}") || {
	echo "REF=$ref is not a commit of this repository" >&2
	exit 2
}

temp=$(mktemp -d)
trap 'git worktree remove --force "$temp/tree" 2>/dev/null || true; rm -rf "$temp"' EXIT
git worktree add --quiet --detach "$temp/tree" "$commit"
mkdir "$temp/old" "$temp/new"

packages=()
for package in $(packages_with '^func Benchmark'); do
	name=$(tr '/' '-' <<<"${package#./}")
	go test -c -o "$temp/new/$name" "$package"
	if [ -d "$temp/tree/$package" ] && go test -C "$temp/tree" -c -o "$temp/old/$name" "$package" && [ -e "$temp/old/$name" ]; then
		packages+=("$package")
	else
		echo "left out: $package does not build tests at $ref" >&2
	fi
done
if [ ${#packages[@]} -eq 0 ]; then
	echo "no package has benchmarks on both sides" >&2
	exit 1
fi

# run SIDE DIR PACKAGE appends one round to the side's results. A test binary
# runs in its package's directory, as go test would run it.
run() {
	local name
	name=$(tr '/' '-' <<<"${3#./}")
	echo "pkg: $3" >>"$temp/$1.txt"
	if ! (cd "$2/$3" && "$temp/$1/$name" -test.run '^$' -test.bench "$bench" -test.benchmem) >"$temp/log" 2>&1; then
		echo "$3 failed ($1):" >&2
		cat "$temp/log" >&2
		return 1
	fi
	# No match is no failure: BENCH may name benchmarks of other packages.
	grep -E '^(Benchmark|goos|goarch|cpu)' "$temp/log" >>"$temp/$1.txt" || true
}
for ((round = 1; round <= count; round++)); do
	echo "round $round of $count" >&2
	for package in "${packages[@]}"; do
		run old "$temp/tree" "$package"
		run new "$PWD" "$package"
	done
done
go tool -modfile=tools/go.mod benchstat "$ref=$temp/old.txt" "work=$temp/new.txt"

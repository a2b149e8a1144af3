#!/usr/bin/env bash
# Fails with a list if gofumpt would change a file. gofumpt -l itself succeeds.
set -euo pipefail
cd "$(dirname "$0")/../.."

list=$(go tool -modfile=tools/go.mod gofumpt -l .)
if [ -n "$list" ]; then
	echo "not formatted (make fmt rewrites them):" >&2
	while IFS= read -r file; do
		echo "  $file" >&2
	done <<<"$list"
	exit 1
fi

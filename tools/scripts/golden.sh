#!/usr/bin/env bash
# Rewrites golden files. Only packages whose tests know the flag get it: go
# test ./... -update would fail in all others.
set -euo pipefail
cd "$(dirname "$0")/../.."
. tools/scripts/lib.sh

mapfile -t packages < <(packages_with 'flag\.Bool(Var)?\(.*"update"')
if [ ${#packages[@]} -eq 0 ]; then
	echo "no package has golden files" >&2
	exit 0
fi
go test "${packages[@]}" -update
git --no-pager diff --stat

#!/usr/bin/env bash
# Makes the built-in endgame tables again: one set for each of the rules that the
# six rulesets come to, under the name of the first ruleset that has them.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
go build -o "$work/dama" ./cmd/dama # before the old tables go: they are part of it
for ruleset in federation ply-yard share-link ludoteka traditional; do
	"$work/dama" endgame build --pieces 3 --ruleset "$ruleset" --out "$work/builtin/$ruleset"
	rm "$work/builtin/$ruleset/.dama-lock"
done
rm -rf endgame/builtin/*/
mv "$work/builtin"/* endgame/builtin/
du -sb endgame/builtin

// Package datasets is everything that is stored: the row types of games,
// positions and puzzles, the Parquet shards that hold them, and the manifest
// that ties the shards of a folder together.
//
// A dataset is a folder:
//
//	manifest.json                  what it is, under which rules, which files
//	games/shard-00000.parquet      the master copy, a [Game] a row
//	positions/shard-00000.parquet  derived with [Expand], a [PositionRow] a row
//	puzzles/shard-00000.parquet    a [Puzzle] a row
//
// Games of several rulesets stand in a folder for each, games/ruleset=NAME/.
//
// [Write] makes a shard from rows and [Rows] reads one, for all three kinds by
// the same code. [Open] opens a folder and reads its shards in order. [Import]
// makes a dataset from PDN files.
//
// [Merge], [Split], [Dedup] and [WriteRescored] make datasets from datasets, each
// whole or not at all; how much memory each takes stands above it. [ExportEndgames]
// writes endgame tables in a folder of their own.
//
// Three promises hold for every shard:
//
//   - The same rows and [Meta] give the same bytes, always and everywhere: no
//     clock, path or library version is in them.
//   - Any Parquet reader can read it: lists have the standard three levels,
//     integers their standard annotations, and compression is Zstandard.
//   - It is read only if it is whole and is what it says: a shard that we wrote is
//     sealed with a checksum of itself, the manifest has another, and schema,
//     version and columns are compared before the first row is decoded. Damage
//     is an error, never other rows.
package datasets

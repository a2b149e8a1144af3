package datasets

// formatsExports is what docs/FORMATS.md says of exported files.
const formatsExports = `
## Exports

` + "`dama datasets export`" + ` writes rows for programs that read no Parquet. Columns have the names above, rows the dataset's order; the same data gives the same bytes.

- **csv** (RFC 4180, with a header, UTF-8): a null is an empty field, an empty text or list is ` + "`\"\"`" + `. Lists are joined by spaces; a null within one is the word ` + "`null`" + `. Boards and seeds are unsigned decimal numbers, truth values ` + "`true` and `false`" + `.
- **jsonl**: one object a line. The unsigned columns (boards and ` + "`seed`" + `) are texts of decimal digits, because most readers hold a JSON number as a float64, which is exact up to 2^53 only; all other numbers are numbers.
- **pdn**: games, with the tags ` + "`Event`, `Round` (the index, from 1), `White`, `Black`, `Ruleset`, `GameID`, `Termination`, `EndedBy`, `OpeningPlies`, `GameType`, `Result`" + `, and ` + "`SetUp` and `FEN`" + ` where a game does not begin as usual. Scores, depths and nodes stay behind.
- **npz**: positions, for ` + "`numpy.load`" + ` (no pickle): ` + "`boards`" + ` uint64 [N,4] (white men, white kings, black men, black kings), ` + "`side`" + ` int8, ` + "`score`" + ` int16 and ` + "`result`" + ` int8, which are 0 where ` + "`has_score` and `has_result`" + ` (bool) are false, ` + "`ply`" + ` int32, ` + "`legal_moves`" + ` int16, ` + "`max_capture`, `pieces`" + ` int8, ` + "`quiet`" + ` bool, ` + "`best_move`, `split`" + ` UTF-8 bytes as wide as the longest, and ` + "`game`" + ` int64, the row of ` + "`game_id`" + ` (bytes [G]) that names the game.
- **fen**: positions, the text of one a line, for commands that read positions; labels stay behind.

` + "`dama datasets positions`" + ` makes a dataset of positions. Its spec is ` + "`{\"positions\":{\"of\":...,\"filter\":{...}}}`" + `: the spec digest of the games, and the filter (` + "`not_capped`, `after_opening`, `ply`, `pieces`, `quiet`, `scored`, `score`" + `; bounds have ` + "`min` and `max`" + `). Several rulesets have a folder each, ` + "`positions/ruleset=NAME/`" + `.
`

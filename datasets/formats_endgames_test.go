package datasets

// formatsEndgameRows takes the schema's name and the lines of the columns.
const formatsEndgameRows = `
## Exported endgame tables

` + "`dama endgame export --out DIR`" + ` writes the tables for other programs: ` + "`KMvK.parquet`" + ` and so on, with a row for each position of the material with either side to move, and ` + "`manifest.json`" + `, written last: ` + "`schema` (`%s`), `version` 1, `tool`, `pieces`, `rules`, `rules_digest`, `tables_digest` (of the set of tables), `files` with `path`, `rows`, `bytes` and `sha256`" + `. The files' metadata has ` + "`dama.schema`, `dama.version`, `dama.kind` (`endgames`), `dama.tool`, `dama.material`, `dama.order`, `dama.rules`, `dama.rules_digest`, `dama.tables_digest` and `dama.seal`" + `.

| column | type | meaning |
| --- | --- | --- |
%s
White is always to move. To look a position with Black to move up, turn the board by ranks (rank 1 becomes rank 8) and exchange the colors; the result is then that of Black. Of a position and its left-right mirror image (file a becomes file h) only one has a row: the first in the order of the rows. So ` + "`sum(positions)`" + ` counts positions as they stand on the board, ` + "`count(*)`" + ` counts them up to the mirror.

The rows of a material are sorted by their boards, each compared as a number. The board that counts most is that of the smallest group of pieces, in the order White's men, Black's men, White's kings, Black's kings where some are equal; the other boards follow in this same order. ` + "`dama.order`" + ` has it, for each material of the file. A position that the rules end at once has a row too: a draw by its material, or a loss in 0 plies if White can't move. As everywhere, tables know neither repetition nor counted moves.
`

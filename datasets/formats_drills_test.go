package datasets

// formatsDrills is what docs/FORMATS.md says of the puzzles of the kind drill.
const formatsDrills = `
A drill has a ` + "`question` and `answers`" + ` and an empty ` + "`solution`; `captures`, `gain` and `solver_plies`" + ` are 0. Questions and answers are identifiers that do not change:

| question | asks | answers |
| --- | --- | --- |
| ` + "`steps:c3`" + ` | where may this man step or capture | the squares on which its legal moves end, in the order a1, b1, ... h8 |
| ` + "`landings:d4`" + ` | on which squares may this king land | the same |
| ` + "`captures`" + ` | every maximum capture of every piece | every route of every legal capture, by origin, destination, captured set, then by route |
| ` + "`maximum`" + ` | how many pieces does the maximum take | one number |
| ` + "`legal:c3-c4`, `legal:c3xc5xe5`" + ` | is this move legal, and if not, why not | ` + "`legal`" + `; or the reason as ` + "`dama explain`" + ` names it, then a legal move that helps |

The ` + "`puzzle_id`" + ` of a drill is that of the kind, the canonical position, the ruleset's digest and the question as the canonical position shows it; where that position is its own mirror image, of the two questions the one that comes first as text. ` + "`valid_rulesets`" + ` are those under which the answers are the same. The certificate is ` + "`{\"format\":\"dama-proof\",\"version\":1,\"kind\":\"drill\",\"promotion\",\"reversal\",\"fen\",\"question\",\"captures\",\"answers\"}`" + `; ` + "`captures`" + ` is there the number of pieces that every legal move takes.

` + "`dama puzzles export`" + ` writes puzzles as csv and jsonl with the columns ` + "`id`, `position`, `moves`, `rating`, `deviation`, `themes`, `game`, `ply`, `kind`, `ruleset`, `valid_rulesets`, `lead_in`, `solver_plies`, `captures`, `gain`, `question`, `answers`, `family_size`" + `: ` + "`moves`" + ` begins with the solver's move, the move before is ` + "`lead_in`" + `. In pdn the solution is a game from the position, with the tags ` + "`PuzzleID`, `Kind`, `Ruleset`, `Themes`, `Rating`, `RatingError`, `Question`, `Answers`, `LeadIn`, `GameID`, `Ply`" + `; parquet is a file of rows as they are stored.

A ` + "`" + `rating_error` + "`" + ` of 350 marks a ` + "`" + `rating` + "`" + ` that was estimated from the position alone. Where the metadata of the file has ` + "`" + `dama.rating` + "`" + ` = ` + "`" + `ladder v1` + "`" + `, ratings with a smaller error come from solvers who tried all puzzles of the set. They stand on the Elo scale of matches between the solvers, whose mean is 1500, and lie between 0 and 4000, their errors between 1 and 349; a check of such a file works the former out again, and of the latter looks at the range. Ratings of the ladder in sets that were rated apart differ by what their other puzzles are like, though not by much.
`

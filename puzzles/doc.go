// Package puzzles finds puzzles in stored games, and checks them again.
//
// A puzzle goes through here like this:
//
//	games -> positions -> candidates -> proof -> row -> first of its mirrors
//	      -> best of its family -> set
//
// [Mine] replays each game and asks the miner of each kind about every position.
// A miner tests cheaply with the fast generator first and lets the referee
// confirm what is left: a row holds a certificate that package proof checks
// without any code of this package. What is turned away is counted by its reason
// in a [Funnel], so that no puzzles at all is an answer too. [MineTo] writes the
// set as a dataset, of near-duplicates just the best one: family.go and
// family_core.go say which puzzles those are, family_best.go which one is kept.
// [Verify] proves every row again and recomputes its other fields with the
// referee's rules instead of the generator's.
//
// What a good puzzle is stands in [Criteria]; what one is about, in the table
// behind [Themes]; what was looked at and is not wanted, in a list of [Rejected]. A
// puzzle is judged from its position alone: neither the rest of the game nor a
// rule that counts moves or repetitions plays a part.
//
// There are four kinds. In "maximum" a single capture is legal because it takes
// more pieces than any other, and shorter captures are there to be fallen for. In
// "choice" several captures are legal and one of them is right. In "shot" the
// solver gives pieces up, each reply being a compulsory capture, and gets more in
// return. A "drill" is a question about a position with all its answers; it is
// chosen once a whole game has been seen, and the files drill*.go tell its story.
//
// The story of choice and shot, and the file that tells each part:
//
//	forced.go          which first moves are worth a proof (shot)
//	choice.go          which capture gets the most (choice)
//	prover.go          can one side keep the value at a bound
//	solve.go           the line, and that each of its moves is the only one
//	certify.go         the trees written down for package proof
//	deeper.go          would a deeper search find otherwise
//	line_row.go        the rest of the row
//	line_elsewhere.go  what is so of it under other rulesets
//
// What is exact in them is what package proof can check: from the first position
// every move is tried until the position is settled and the horizon used up (see
// [proof.Line]). What is not is what lies beyond: that the material decides. For
// that a puzzle is searched again when it is mined, by package search with
// material alone as its evaluation and with two settings: six plies from every
// position in which the compulsory replies end, where the gain must still be
// there, and a move and six plies from each of the solver's positions on the line,
// where no other move may get more than was proven of it, and must get a man and a
// half less, or the engine must put a man between them by its own weights. At last
// [proof.CheckDeep] looks for a second solution. These searches are no proof.
//
// A run into a folder that was stopped goes on where it was: journal.go and
// journal_block.go.
//
// Ratings come last, once a set is complete ([Rate], [RateInto]): a ladder of
// solvers, most of them models of people who overlook things, tries every puzzle,
// and a model is fitted to what they solved.
//
//	rating_ladder.go    who the solvers are
//	rating_reader.go    how a person looks for a move, and overlooks some
//	rating_capture.go   how a person looks for the longest capture
//	rating_results.go   everybody tries everything
//	rating_fit.go       the model, and how it is fitted
//	rating_scale.go     from its units to points, by way of the solvers' games
//	rating_heldout.go   how well it predicts what it has not seen
//
// Until then, and for drills, a row has the estimate of grade.go, with an error of
// 350.
package puzzles

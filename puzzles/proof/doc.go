// Package proof is what a puzzle's certificate is, and the checking of one with
// the referee alone: whoever checks a puzzle shares no code with whoever made
// it.
//
// A certificate is JSON. For the kind "maximum" it is the whole truth about the
// captures of one position, as [Maximum] describes:
//
//	{"format":"dama-proof","version":1,"kind":"maximum",
//	 "promotion":"move-end","reversal":"forbidden","fen":"W:Wa3,h3:Ba4,h4,h6",
//	 "captures":2,"solution":"h3xh5xh7","routes":["h3xh5xh7"],
//	 "decoys":[{"move":"a3xa5","captures":1}]}
//
// For the kinds "choice" and "shot", whose solution is a line of play, it holds
// trees of moves, as [Line] describes: what the solver gets whatever the replies,
// and why nothing else gets him as much. A node is a list of moves with where each
// leads, to another node (@), to a settled position (=) or to the end of the game
// (#):
//
//	{"format":"dama-proof","version":1,"kind":"choice", ... "fen":"B:Wf3,b4,Kh1:BKa3",
//	 "gain":100,"margin":100100,"horizon":1,"solution":["a3xg3"],
//	 "nodes":[["a3xg3@1","a3xh3@4"],["h1-a1=100", ... "b4-b5=100"],["g3-a3=100"],["g3-a3=100"],["h1xh4#-1"]]}
//
// Check walks them with the referee. What it believes is that material counts
// where a position is settled and the horizon used up; nothing else.
//
// For a drill it is the question and all its answers, as [Drill] describes:
//
//	{"format":"dama-proof","version":1,"kind":"drill",
//	 "promotion":"move-end","reversal":"forbidden","fen":"W:Wa3,h3:Ba4,h4,h6",
//	 "question":"legal:a3xa5","captures":2,"answers":["not-maximum","h3xh5xh7"]}
//
// [MaximumOf] and [DrillOf] make them; [Check] and [CheckDrill] believe none of
// it: they find everything again, compare, and say what differs.
package proof

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
// [MaximumOf] makes one, and [Check] believes none of it: it finds every capture
// again, compares, and says what differs.
package proof

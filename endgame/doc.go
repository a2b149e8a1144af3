// Package endgame holds exact endgame tables: for every position of up to a few
// pieces, whether the side to move wins, draws or loses with best play, and the
// number of plies to the end. The winner takes the shortest way, the loser the
// longest.
//
// A table answers for one set of [Rules]: when a man is crowned, whether a king
// may turn back, and which material is a draw at once. What a game remembers is
// outside the question: the tables know neither repetition nor any count of
// moves without progress, so under a ruleset with such a limit a long win may
// in play be a draw.
//
// [Build] makes a folder of tables, [Open] reads one, [Builtin] gives the small
// ones that come with the program, [Tables.Probe] asks, and [Tables.Verify]
// holds every entry against its successors.
//
// # Tables
//
// The board is always seen by the side to move, which moves up; so there is one
// table for each pair of what the mover has and what the opponent has, and the
// colors never matter. KMvK is a king and a man to move against a king, KvKM the
// same material with the other side to move. Both stand in one file. Quiet moves
// lead from one to the other, a crowning to a file with a man less, a capture to
// a file with fewer pieces; so files are built in the order of the number of
// pieces and then of men.
//
// # Index
//
// The pieces fall into up to four groups of equal ones: the mover's men (56
// squares, no far rank), its kings (64), the opponent's men (56) and kings (64).
// The squares a < b < c of a group have the number C(a,1)+C(b,2)+C(c,3), and the
// groups' numbers are the digits of the position's index:
//
//	index = ((lead * |men| + men) * |kings| + kings) * |other kings| + other kings
//
// The first digit is the lead, the smallest group. It stands for a set of
// squares and its mirror image at once, so half the numbers are enough:
//
//	8  . . . . | . . . .
//	7  . . . . | . . . .     A lead on one of the right hand squares is looked
//	6  . . . . | . o . .     at in the mirror: the whole board is turned, left
//	5  . . . . | . . . .     to right, and the lead stands on the left.
//	4  . . . . | . . . .
//	3  . . x . | . x . .     Two men on c3 and f3 are their own mirror image.
//	2  . . . . | . . . .     Such a lead leaves the others as they are; the
//	1  . . . . | . . . .     position and its mirror image are both stored.
//	   a b c d   e f g h
//
// An index in which two groups share a square stands for no position; it repeats
// the entry before it, which costs next to nothing once compressed. Seven to
// nine in a hundred of the indices of four pieces are such.
package endgame

// Package diagram draws a position as an SVG picture: the wooden one-colour
// board of the game, men as flat discs, kings with a crown, and over them
// marked squares, captured pieces and the route of a move.
//
// A picture is a pure function of what it shows. It refers to nothing outside
// itself, and its ids are derived from its content, so any number of pictures
// may stand in one HTML page.
package diagram

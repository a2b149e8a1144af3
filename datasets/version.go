package datasets

// ToolVersion names the program and its version in manifests and in the
// metadata of files. It changes file bytes, so it is a constant in the source.
const ToolVersion = "damalab 0.1.0"

// Schema is the name of the stored formats, as manifests and files give it.
const Schema = "damalab"

// Version is the newest version of the formats that this package knows, and
// the one it writes. Version 1 is the first.
const Version = 1

// Kind is what the rows of a file are. It is also the name of the folder that
// the kind's files stand in.
type Kind string

// The three kinds of file in a dataset.
const (
	Games     Kind = "games"
	Positions Kind = "positions"
	Puzzles   Kind = "puzzles"
)

// Endgames is the kind of file that endgame tables are exported to. It stands in no
// dataset, but in a folder of its own.
const Endgames Kind = "endgames"

package datasets

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"damalab/dama"
)

const formatsHead = `# Stored formats

Written from the code: ` + "`go test ./datasets -run Formats -update`" + `.

A dataset is a folder with ` + "`manifest.json`" + ` and Parquet files in ` + "`games/`" + `, ` + "`positions/`" + ` and ` + "`puzzles/`" + `. Any Parquet reader can use them. The schema is ` + "`damalab`" + `, version %d; a newer version is refused by name, and a missing or extra column is an error. Compression is Zstandard.

The manifest says what the files are: ` + "`schema`, `version`, `ruleset` (whole, each fact with its reason), `ruleset_digest`, `spec` (how the games were played, as canonical JSON), `spec_digest`, `weights_digest`, `tool`, and `files` with `path`, `rows`, `bytes` and `sha256`" + ` each. The same facts stand in each file's metadata under keys that begin with ` + "`dama.`" + `; ` + "`dama.seal`" + ` is the SHA-256 of the file with 64 zeros in the seal's place. There is no clock, host name or path in rows or file bytes: the same spec gives the same bytes.

Games played under several rulesets stand in a folder for each, such as ` + "`games/ruleset=federation/`" + `. The manifest of such a dataset has all of them in ` + "`rulesets`, sorted by name, `ruleset`" + ` being the first; the field is left out where there is only one.

Scores and results are from White's point of view, scores in hundredths of a man (a win in n plies is 30000-n). Boards are unsigned 64-bit sets of squares, a1 being bit 0, b1 bit 1, h8 bit 63.
`

const formatsTail = `
## Specs of derived datasets

A dataset that was made from others says so in its ` + "`spec`" + `. A source is ` + "`{\"spec_digest\", \"spec\", \"weights_digest\", \"games\"}`" + `.

| spec | made by | meaning |
| --- | --- | --- |
| ` + "`{\"merged\":[SOURCE,...]}`" + ` | ` + "`datasets merge`" + ` | the runs whose games are in it, sorted by digest, with their number of games. Pieces of one run have that run's own spec instead, and what stands in their ` + "`inputs/`" + `, so that the result is that run |
| ` + "`{\"split\":{\"part\",\"of\",\"data_digest\",\"shares\",\"seed\",\"from_ply\",\"rule\"}}`" + ` | ` + "`datasets split`" + ` | a part of the source ` + "`of`" + `; merging takes its games for games of that source, so that the parts merged are what was split, and the name of the part is gone. A part of a run has its ` + "`inputs/`" + ` |
| ` + "`{\"rescored\":{\"of\",\"data_digest\",\"tables\"},\"split\"}`" + ` | ` + "`datasets rescore`" + ` | the games of the source ` + "`of`" + `, row for row in the same shards, with the column ` + "`rescored`" + ` filled in and all else as it was: the ids are still those of the run behind it, and so is ` + "`inputs/`" + `. ` + "`tables`" + ` are the endgame tables: ` + "`rulesets`, `pieces`, `digest` (of the set), `rules` and `rules_digest`" + ` each. Games of rulesets that are in none of them keep what they have. Merging takes the games as they were played, and leaves the exact results out. ` + "`split`" + ` is as below |
| ` + "`{\"dedup\":{\"from\",\"data_digest\",\"of\"},\"split\"}`" + ` | ` + "`datasets dedup`" + ` | positions of the source ` + "`of`" + `, each once; ` + "`split`" + ` is the name of the part if it is one. Of rows with one position the first is kept as it is: scores and results are not averaged |

` + "`split.json`, the certificate of a split, stands beside its parts: `input` and `parts` with digests and number of games, `asked_percent`, `reached_percent`, `positions` (different canonical positions that were compared), `rule`, `from_ply`, `seed`, `groups`, `largest_group`, `left_out` (ids of games), and `positions_in_several_parts`, which is 0 and was counted from the files of the parts. A `data_digest` is the SHA-256 of a line \"CHECKSUM  PATH\" for each file of games." + `

A folder with a file ` + "`.dama-unfinished`" + ` is being filled, or was left by a kill; the command that was killed does it again. ` + "`.dama-lock`" + ` keeps two processes apart and may stay. ` + "`.dama-journal`" + ` holds finished games of self-play that are in no shard yet, a line each; the same command stores them. ` + "`.dama-mining`" + ` holds what a few games at a time have given of puzzles; the same command goes on with it, and others refuse the folder.

## weights.json

` + "`{\"format\":\"dama-weights\",\"version\":1,\"ruleset\":...,\"scale\":...,\"features\":{...},\"patterns\":{...},\"provenance\":{...}}`" + `. A feature is ` + "`[opening, ending]`" + `, or two tables: 8 numbers by rank, or 64 by square, from its owner's side of the board and the same left and right. Numbers are whole hundredths of a man; opening counts in full with 32 pieces on the board, ending with none. A score s of the side to move means an expected result of 1/(1+exp(-scale*s)). The ruleset ` + "`any`" + ` marks weights set for all of them. Loading names every missing, extra or wrong entry. ` + "`go doc ./eval Features`" + ` and the source beside it list the features.

` + "`patterns`" + ` may be missing. It is ` + "`{\"set\":\"4x2-dense\",\"tables\":{\"a2-d3\":{\"..o./o.xx\":[4,-2],...},...}}`" + `: the name of a set of groups of squares, and for each way in which men can stand on a group its ` + "`[opening, ending]`" + `, each from -1023 to 1023; what is left out is 0. A table has the name of the group's lowest left and highest right square as the side to move sees the board. A picture is drawn as a board is printed, the highest rank first: ` + "`o`" + ` for an own man, ` + "`x`" + ` for one of the other side, a dot for anything else. It also stands for its mirror image, and with the sign turned round for what the other side sees there; of such twins only the first, by group and by number, is written. Unknown sets, tables and pictures, twins of others and numbers out of range are named. A version of the program from before patterns refuses such a file.

## match.json and pairs.jsonl

` + "`dama run` writes `match.json`: `spec`, `spec_digest`, `tool`, `tally` (pairs by points, games won, drawn and lost, reasons, faults) and `elo`. `dama match --out` writes `match-spec.json` and a line for each pair in `pairs.jsonl`: `pair`, `opening`, `games` with `result` (for side a), `termination` and `moves`, or `fault` and `detail` if the pair was broken off." + `
`

const formatsEndgames = `
## Endgame tables

A set is a folder: one file for each material, ` + "`" + `KMvK.endgame` + "`" + ` and so on, and ` + "`" + `manifest.json` + "`" + `, written last: ` + "`" + `format` + "`" + ` (` + "`" + `dama-endgame` + "`" + `), ` + "`" + `version` + "`" + ` 1, ` + "`" + `pieces` + "`" + `, ` + "`" + `rules` + "`" + ` (promotion, reversal, one_piece_each, king_versus_man), ` + "`" + `rules_digest` + "`" + ` (SHA-256 of their JSON), ` + "`" + `files` + "`" + ` with ` + "`" + `path` + "`" + `, ` + "`" + `bytes` + "`" + `, ` + "`" + `sha256` + "`" + `.

A file, little-endian: 8 bytes ` + "`" + `dama-end` + "`" + `; version (4); header length (4); header JSON (` + "`" + `material` + "`" + `, ` + "`" + `rules` + "`" + `, ` + "`" + `rules_digest` + "`" + `, ` + "`" + `block_size` + "`" + ` 16384, ` + "`" + `tables` + "`" + `: for each side to move ` + "`" + `material` + "`" + `, ` + "`" + `entries` + "`" + `, ` + "`" + `wins` + "`" + `, ` + "`" + `draws` + "`" + `, ` + "`" + `losses` + "`" + `, ` + "`" + `longest_win` + "`" + `, ` + "`" + `win` + "`" + `, ` + "`" + `longest_loss` + "`" + `, ` + "`" + `loss` + "`" + `); for each block its compressed length (4) and CRC-32C (4), first table then second; CRC-32C of all before (4); the blocks, Zstandard frames of 16,384 entries; SHA-256 of all before (32).

An entry is a byte: 0 a draw, else plies to the end plus one; an even number is a win of the side to move, an odd one a loss. The index: the board seen by the side to move, moving up; groups are own men (56 squares), other men (56), own kings (64), other kings (64). The smallest group leads, in that order where equal, halved by the file mirror; the others follow in that order, the last counting least. Squares a<b<c of a group have the number C(a,1)+C(b,2)+C(c,3). An index with two pieces on a square repeats the entry before it. ` + "`" + `go doc ./endgame` + "`" + ` has a drawing.

To ask tables: ` + "`" + `dama endgame probe --fen W:WKa2,Kb8:BKb1` + "`" + ` says what a position and each of its moves are worth, ` + "`" + `dama endgame info --material KKvK` + "`" + ` what there is of a material. Up to three pieces are built in; ` + "`" + `dama endgame build --pieces 4 --out tables` + "`" + ` makes more, which ` + "`" + `--in tables` + "`" + ` then names.
`

// TestFormats keeps docs/FORMATS.md as the row types say.
func TestFormats(t *testing.T) {
	var b strings.Builder
	fmt.Fprintf(&b, formatsHead, Version)
	texts := columnTexts()
	for _, row := range []struct {
		title string
		value any
	}{{"games", Game{}}, {"positions", PositionRow{}}, {"puzzles", Puzzle{}}} {
		fmt.Fprintf(&b, "\n## %s\n\n| column | type | meaning |\n| --- | --- | --- |\n", row.title)
		describeRow(t, &b, row.title, reflect.TypeOf(row.value), parquet.SchemaOf(row.value), texts)
		if row.title == "games" {
			describeEndings(t, &b)
		}
	}
	var endgames strings.Builder // told behind the tables that they are from
	describeRow(t, &endgames, "endgames", reflect.TypeOf(EndgameRow{}), parquet.SchemaOf(EndgameRow{}), texts)
	for name := range texts {
		t.Errorf("there is no column %s", name)
	}
	b.WriteString(formatsDrills)
	b.WriteString(formatsExports)
	b.WriteString(formatsPDN)
	b.WriteString(formatsTail)
	b.WriteString(formatsEndgames)
	fmt.Fprintf(&b, formatsEndgameRows, EndgamesSchema, endgames.String())
	path := filepath.Join("..", "docs", "FORMATS.md")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil || string(want) != b.String() {
		t.Errorf("docs/FORMATS.md does not say what the code does (%v); run this test with -update", err)
	}
}

// describeRow writes a line for each column, and takes its text from those that are left.
func describeRow(t *testing.T, b *strings.Builder, table string, row reflect.Type, schema *parquet.Schema, texts map[string]string) {
	t.Helper()
	for i := range row.NumField() {
		field := row.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("parquet"), ",")
		for _, column := range schema.Fields() {
			if column.Name() != name {
				continue
			}
			key := table + "." + name
			if texts[key] == "" {
				t.Errorf("the column %s has no text", key)
			}
			fmt.Fprintf(b, "| `%s` | %s | %s |\n", name, columnType(field.Type, column), texts[key])
			delete(texts, key)
		}
	}
}

// describeEndings writes what ends games, in the order in which two that fit at once
// count.
func describeEndings(t *testing.T, b *strings.Builder) {
	t.Helper()
	fmt.Fprint(b, "\n| `ended_by` | `termination` | meaning |\n| --- | --- | --- |\n")
	told := map[dama.Termination]bool{}
	for _, by := range []EndedBy{EndedByRule, EndedByAdjudication, EndedByGuard, EndedByImport} {
		fmt.Fprintf(b, "| `%s` | | %s |\n", by, endedByTexts()[by])
		for _, why := range endings(by) {
			text := terminationTexts()[why]
			if text == "" {
				t.Errorf("the termination %s has no text", why)
			}
			if !told[why] {
				fmt.Fprintf(b, "| | `%s` | %s |\n", why, text)
			}
			told[why] = true
		}
	}
}

// columnType says what a reader of the file sees.
func columnType(field reflect.Type, column parquet.Node) string {
	if field.Kind() == reflect.Slice {
		element := field.Elem()
		text := "list of " + scalarType(element)
		if column.Optional() {
			text += ", or null"
		}
		return text
	}
	return scalarType(field)
}

func scalarType(t reflect.Type) string {
	null := ""
	if t.Kind() == reflect.Pointer {
		t, null = t.Elem(), ", or null"
	}
	switch t.Kind() {
	case reflect.String:
		return "text" + null
	case reflect.Bool:
		return "boolean" + null
	}
	return t.Kind().String() + null
}

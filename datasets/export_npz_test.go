package datasets

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// npyArray is an array as a strict reader finds it.
type npyArray struct {
	descr string
	shape []int
	size  int // bytes an item
	data  []byte
}

var npyHead = regexp.MustCompile(`^\{'descr': '([|<][a-zA-Z]\d+)', 'fortran_order': False, 'shape': \((\d+),(?: (\d+))?\), \} *\n$`)

// readNPY reads a .npy file of version 1.0 and refuses everything that its
// definition does not allow.
func readNPY(t *testing.T, data []byte) npyArray {
	t.Helper()
	if !bytes.HasPrefix(data, []byte("\x93NUMPY\x01\x00")) {
		t.Fatalf("magic %q", data[:8])
	}
	length := int(binary.LittleEndian.Uint16(data[8:]))
	if (10+length)%64 != 0 {
		t.Fatalf("the values begin at %d", 10+length)
	}
	head := npyHead.FindStringSubmatch(string(data[10 : 10+length]))
	if head == nil {
		t.Fatalf("header %q", data[10:10+length])
	}
	a := npyArray{descr: head[1], data: data[10+length:]}
	a.size, _ = strconv.Atoi(head[1][2:])
	total := a.size
	for _, n := range head[2:] {
		if n != "" {
			k, _ := strconv.Atoi(n)
			a.shape, total = append(a.shape, k), total*k
		}
	}
	if total != len(a.data) {
		t.Fatalf("%d bytes for %s %v", len(a.data), a.descr, a.shape)
	}
	return a
}

// item returns number i as a signed number, a text or a truth value.
func (a npyArray) item(i int) any {
	b := a.data[i*a.size : (i+1)*a.size]
	switch a.descr[1] {
	case 'S':
		return strings.TrimRight(string(b), "\x00")
	case 'b':
		return b[0] == 1
	case 'u':
		return binary.LittleEndian.Uint64(b)
	}
	n := int64(0)
	for k := a.size - 1; k >= 0; k-- {
		n = n<<8 | int64(b[k])
	}
	shift := 64 - 8*a.size
	return n << shift >> shift
}

func readNPZ(t *testing.T, text string) map[string]npyArray {
	t.Helper()
	z, err := zip.NewReader(strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	arrays := map[string]npyArray{}
	for _, f := range z.File {
		if year := f.Modified.UTC().Year(); year != 1980 {
			t.Errorf("%s is of %d", f.Name, year)
		}
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		name, ok := strings.CutSuffix(f.Name, ".npy")
		if !ok {
			t.Errorf("member %s", f.Name)
		}
		arrays[name] = readNPY(t, data)
	}
	return arrays
}

// checkNPZ compares an archive with rows.
func checkNPZ(t *testing.T, text string, rows []PositionRow) {
	t.Helper()
	a := readNPZ(t, text)
	types := map[string]string{
		"boards": "<u8", "side": "|i1", "score": "<i2", "has_score": "|b1", "result": "|i1", "has_result": "|b1", "ply": "<i4",
		"legal_moves": "<i2", "max_capture": "|i1", "quiet": "|b1", "pieces": "|i1", "game": "<i8", "best_move": "", "split": "", "game_id": "",
	}
	for name, want := range types {
		got := a[name]
		if want == "" {
			want = fmt.Sprintf("|S%d", got.size)
		}
		if got.descr != want || name != "game_id" && got.shape[0] != len(rows) {
			t.Errorf("%s is %s %v", name, got.descr, got.shape)
		}
	}
	if len(a) != len(types) || !reflect.DeepEqual(a["boards"].shape, []int{len(rows), 4}) {
		t.Errorf("%d arrays, boards %v", len(a), a["boards"].shape)
	}
	for i, r := range rows {
		got := PositionRow{
			WhiteMen: a["boards"].item(4 * i).(uint64), WhiteKings: a["boards"].item(4*i + 1).(uint64),
			BlackMen: a["boards"].item(4*i + 2).(uint64), BlackKings: a["boards"].item(4*i + 3).(uint64),
			Side: int8(a["side"].item(i).(int64)), Ply: int32(a["ply"].item(i).(int64)), LegalMoves: int16(a["legal_moves"].item(i).(int64)),
			MaxCapture: int8(a["max_capture"].item(i).(int64)), Quiet: a["quiet"].item(i).(bool), Pieces: int8(a["pieces"].item(i).(int64)),
			BestMove: a["best_move"].item(i).(string), Split: a["split"].item(i).(string),
			GameID: a["game_id"].item(int(a["game"].item(i).(int64))).(string),
		}
		if a["has_score"].item(i).(bool) {
			got.Score = new(int16(a["score"].item(i).(int64)))
		}
		if a["has_result"].item(i).(bool) {
			got.Result = new(int8(a["result"].item(i).(int64)))
		}
		if !reflect.DeepEqual(got, r) {
			t.Fatalf("row %d: %+v, not %+v", i, got, r)
		}
	}
}

func TestExportNPZ(t *testing.T) {
	games := randomGames(t, 8, 20, 0)
	games[3].Result, games[3].Termination, games[3].EndedBy = nil, UnknownImported, EndedByImport
	in := newGames(t, games)
	o := ExportOptions{Format: NPZ, Kind: Positions, TempDir: t.TempDir()}
	text := exported(t, in, o)
	checkNPZ(t, text, expandAll(t, games))
	if again := exported(t, in, o); again != text {
		t.Error("the same rows gave other bytes")
	}
	checkNPZ(t, exported(t, everyKind(t, storedGames()), o), storedPositions())
	o.Filter.Ply.Min = new(10000)
	checkNPZ(t, exported(t, in, o), nil)
}

// pythonWithNumpy finds a Python that has numpy.
func pythonWithNumpy(t *testing.T) string {
	for _, name := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(name, "-c", "import numpy").Run() == nil {
			return name
		}
	}
	t.Skip("no python3 with numpy on this machine")
	return ""
}

// TestNumpy loads an archive with the program that it is for.
func TestNumpy(t *testing.T) {
	python := pythonWithNumpy(t)
	games := randomGames(t, 8, 5, 0)
	out := filepath.Join(t.TempDir(), "p.npz")
	if _, err := ExportFile(t.Context(), mustOpen(t, newGames(t, games)), out, false, ExportOptions{Format: NPZ, Kind: Positions}); err != nil {
		t.Fatal(err)
	}
	const script = `
import sys, numpy
z = numpy.load(sys.argv[1], allow_pickle=False)
for i in range(len(z["ply"])):
    score = int(z["score"][i]) if z["has_score"][i] else None
    print(z["game_id"][z["game"][i]].decode(), z["ply"][i], *z["boards"][i], z["side"][i], score, z["result"][i], z["has_result"][i],
          z["best_move"][i].decode(), z["legal_moves"][i], z["max_capture"][i], z["quiet"][i], z["pieces"][i], repr(z["split"][i].decode()))
`
	got, err := exec.Command(python, "-c", script, out).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, got)
	}
	var want strings.Builder
	truth := map[bool]string{false: "False", true: "True"}
	for _, r := range expandAll(t, games) {
		score := "None"
		if r.Score != nil {
			score = fmt.Sprint(*r.Score)
		}
		fmt.Fprintln(&want, r.GameID, r.Ply, r.WhiteMen, r.WhiteKings, r.BlackMen, r.BlackKings, r.Side, score, *r.Result, "True",
			r.BestMove, r.LegalMoves, r.MaxCapture, truth[r.Quiet], r.Pieces, "''")
	}
	if string(got) != want.String() {
		t.Errorf("numpy reads\n%.600s\nnot\n%.600s", got, want.String())
	}
}

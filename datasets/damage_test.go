package datasets

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// readDamaged reads a file with the given bytes, and fails the test on a panic,
// on rows that are not the original ones, and on an error that does not name it.
func readDamaged(t *testing.T, what string, data []byte, rows []Game) error {
	t.Helper()
	defer func() {
		if r := recover(); r != nil {
			t.Fatalf("%s: panic: %v\n%s", what, r, debug.Stack())
		}
	}()
	path := filepath.Join(t.TempDir(), "bad.parquet")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := ReadGames(path)
	if err == nil && !reflect.DeepEqual(got, rows) {
		t.Errorf("%s: other rows were read without an error", what)
	}
	if err != nil && (!strings.HasPrefix(err.Error(), path) || strings.Contains(err.Error(), "\n")) {
		t.Errorf("%s: the error is not one line that begins with the file: %v", what, err)
	}
	return err
}

func TestDamage(t *testing.T) {
	rows := randomGames(t, 3, 30, 0)
	path := shardFile(t)
	mustWrite(t, path, rows)
	data := mustRead(t, path)
	if err := readDamaged(t, "whole", data, rows); err != nil {
		t.Fatal(err)
	}
	for _, n := range []int{0, 1, 4, 7, 8, 12, 100, len(data) / 2, len(data) - 9, len(data) - 8, len(data) - 4, len(data) - 1} {
		if readDamaged(t, "cut short", data[:n], rows) == nil {
			t.Errorf("a file cut to %d of %d bytes was read", n, len(data))
		}
	}
	if readDamaged(t, "doubled", append(bytes.Clone(data), data...), rows) == nil {
		t.Error("a file with another one before it was read")
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		at, bit := r.IntN(len(data)), r.IntN(8)
		bad := bytes.Clone(data)
		bad[at] ^= 1 << bit
		if readDamaged(t, "flipped", bad, rows) == nil {
			t.Errorf("bit %d of byte %d of %d was flipped, and the file was read", bit, at, len(data))
		}
	}
	for at := 0; at < len(data); at += 512 {
		bad := bytes.Clone(data)
		clear(bad[at:min(at+512, len(bad))])
		if !bytes.Equal(bad, data) && !errors.Is(readDamaged(t, "zeroed", bad, rows), ErrDamaged) && at > 0 && at+maxTail < len(data) {
			t.Errorf("512 bytes from %d were zeroed, and it was not called damage", at)
		}
	}
}

// maxTail is more than the footer of the files here.
const maxTail = 8 << 10

// With the seal made to fit, damage reaches the Parquet decoder: it must still
// not panic, whatever it returns.
func TestDamageBehindTheSeal(t *testing.T) {
	path := shardFile(t)
	mustWrite(t, path, randomGames(t, 3, 30, 0))
	data := mustRead(t, path)
	r := rand.New(rand.NewPCG(2, 2))
	flips := 800
	if testing.Short() {
		flips = 100
	}
	for i := range flips {
		bad := bytes.Clone(data)
		at := r.IntN(len(data))
		if i%2 == 0 { // half of them in the footer, where it hurts most
			at = len(data) - 1 - r.IntN(4000)
		}
		bad[at] ^= 1 << r.IntN(8)
		if !reseal(bad) {
			continue
		}
		if err := os.WriteFile(path, bad, 0o600); err != nil {
			t.Fatal(err)
		}
		ReadGames(path) // must return
	}
}

// reseal makes the seal fit, if there still is a place for it.
func reseal(data []byte) bool {
	at, ok := findSeal(data)
	if !ok {
		return false
	}
	copy(data[at:], emptySeal)
	copy(data[at:], sha(data))
	return true
}

// writeForeign writes rows of any type as the shards are written.
func writeForeign[T any](t *testing.T, path string, facts map[string]string, rows []T) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w := parquet.NewGenericWriter[T](&out, parquet.Compression(&parquet.Zstd))
	for key, value := range facts {
		w.SetKeyValueMetadata(key, value)
	}
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	reseal(out.Bytes())
	if err := os.WriteFile(path, out.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestForeignFiles(t *testing.T) {
	facts := func(key, value string) map[string]string {
		f, err := testMeta(t).facts(Positions)
		if err != nil {
			t.Fatal(err)
		}
		if key != "" {
			f[key] = value
		}
		return f
	}
	type missing struct { // the column pieces is not there
		GameID     string `parquet:"game_id"`
		Ply        int32  `parquet:"ply"`
		WhiteMen   uint64 `parquet:"white_men"`
		WhiteKings uint64 `parquet:"white_kings"`
		BlackMen   uint64 `parquet:"black_men"`
		BlackKings uint64 `parquet:"black_kings"`
		Side       int8   `parquet:"side,int(8)"`
		Score      *int16 `parquet:"score,int(16)"`
		Result     *int8  `parquet:"result,int(8)"`
		BestMove   string `parquet:"best_move"`
		LegalMoves int16  `parquet:"legal_moves,int(16)"`
		MaxCapture int8   `parquet:"max_capture,int(8)"`
		Quiet      bool   `parquet:"quiet"`
		Split      string `parquet:"split"`
	}
	type extra struct {
		PositionRow
		Colour string `parquet:"colour"`
	}
	path := filepath.Join(t.TempDir(), "p", "x.parquet")
	for _, c := range []struct {
		name, message string
		want          error
		write         func()
	}{
		{"as it should be", "", nil, func() { writeForeign(t, path, facts("", ""), []PositionRow{{}}) }},
		{"missing", "column pieces is missing", ErrColumns, func() { writeForeign(t, path, facts("", ""), []missing{{}}) }},
		{"extra", "column colour is not in", ErrColumns, func() { writeForeign(t, path, facts("", ""), []extra{{}}) }},
		{"newer", "version 2 (made by \"damalab 9\")", ErrNewer, func() {
			f := facts(keyVersion, "2")
			f[keyTool] = "damalab 9"
			writeForeign(t, path, f, []extra{{}})
		}},
		{"schema", `"other"`, ErrNotOurs, func() { writeForeign(t, path, facts(keySchema, "other"), []PositionRow{{}}) }},
		{"version", "no version", ErrNotOurs, func() { writeForeign(t, path, facts(keyVersion, "x"), []PositionRow{{}}) }},
		{"kind", "holds games, not positions", ErrNotOurs, func() { writeForeign(t, path, facts(keyKind, "games"), []PositionRow{{}}) }},
		{"plain Parquet", `dama.schema is ""`, ErrNotOurs, func() { writeForeign(t, path, nil, []PositionRow{{}}) }},
		{"no Parquet", "cut short or something else", ErrDamaged, func() { os.WriteFile(path, []byte("this is a text and no table"), 0o600) }},
	} {
		c.write()
		_, err := Read[PositionRow](path)
		if !errors.Is(err, c.want) || err != nil && (!strings.Contains(err.Error(), c.message) || !strings.HasPrefix(err.Error(), path)) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := ReadGames(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
}

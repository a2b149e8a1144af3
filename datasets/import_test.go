package datasets

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	"damalab/dama"
)

func TestImportTerminations(t *testing.T) {
	for _, c := range []struct {
		tag, comment, result string
		want                 dama.Termination
	}{
		{"", "", "1-0", UnknownImported},
		{"", "White resigns", "0-1", ResignationImported},
		{"", "Siyah terk etti.", "1-0", ResignationImported},
		{"", "SİYAH ÇEKİLDİ", "1-0", ResignationImported},
		{"", "pes", "1-0", ResignationImported},
		{"", "[%clk 0:00:00] Black lost on time", "1-0", TimeImported},
		{"", "süre bitti", "0-1", TimeImported},
		{"", "SÜRESİ DOLDU", "0-1", TimeImported},
		{"", "zaman aşımı", "0-1", TimeImported},
		{"", "time", "0-1", TimeImported},
		{"", "draw agreed", "1/2-1/2", AgreementImported},
		{"", "Anlaşmalı beraberlik", "1/2-1/2", AgreementImported},
		{"", "anla\xfemal\xfd beraberlik", "1/2-1/2", AgreementImported},
		{"time forfeit", "", "1-0", TimeImported},
		{"Time forfeit", "Black resigned", "1-0", TimeImported},
		{"normal", "Black resigned", "1-0", ResignationImported},
		{"ply-limit", "", "1/2-1/2", UnknownImported},
		{"resignation", "", "1-0", ResignationImported},
		// What does not fit the result, or is not known, or speaks of two reasons.
		{"", "White resigns", "1/2-1/2", UnknownImported},
		{"", "draw agreed", "1-0", UnknownImported},
		{"", "White resigns", "*", UnknownImported},
		{"", "Black resigned, out of time", "1-0", UnknownImported},
		// What only sounds like it.
		{"", "a good time for this", "1-0", UnknownImported},
		{"", "not sure", "1-0", UnknownImported},
		{"", "terkedilmiş kare", "1-0", UnknownImported},
		{"", "Black should have resigned here, for there is no way to save the men on the left", "1-0", UnknownImported},
	} {
		text := "[Event \"x\"]\n"
		if c.tag != "" {
			text += "[Termination \"" + c.tag + "\"]\n"
		}
		text += "1. a3-a4 {White resigns, black resigned} h6-h5 "
		if c.comment != "" {
			text += "{" + c.comment + "} "
		}
		im := importTexts(t, ImportOptions{Strict: true}, text+c.result)
		if im.err != nil || im.games[0].Termination != c.want || im.games[0].EndedBy != EndedByImport {
			t.Errorf("%+v: got %v, %v", c, im.games, im.err)
		}
	}
}

func TestImportNames(t *testing.T) {
	long := strings.Repeat("ş", 300)
	for name, c := range map[string]struct{ white, want, said string }{
		"none":         {"", "", ""},
		"unknown":      {"?", "?", ""},
		"Turkish":      {"Çağrı İğdır", "Çağrı İğdır", ""},
		"quotes":       {`Ali \"Baba\"`, `Ali "Baba"`, ""},
		"Windows-1254": {"\xdeükr\xfc \xd0\xdd\xfd\xf0\xfe\x80", "ŞÃ¼krü Ğİığş€", "encoding"},
		"Latin-1":      {"Jos\xe9", "José", "encoding"},
		"blanks":       {"  Ali  ", "Ali", ""},
		"controls":     {"A\x00l\x1bi\x07", "A l i", "name-changed"},
		"long":         {long, strings.Repeat("ş", 200), "name-changed"},
	} {
		im := importTexts(t, ImportOptions{Strict: true}, "[White \""+c.white+"\"]\n1. a3-a4 1-0")
		if im.err != nil || im.games[0].White != c.want || im.games[0].Black != "" {
			t.Errorf("%s: %v, %v", name, im.games, im.err)
		}
		want := ""
		if c.said != "" {
			want = "a.pdn game 1 line 1 ply 0 noted " + c.said
		}
		if got := im.said(); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestImportNotes(t *testing.T) {
	for text, want := range map[string]string{
		"1. a3-a4":                                                 "warning",
		"1. a3-a4 h6-h5 7. b3-b4 1-0":                              "warning",
		"[Ruleset \"our-club\"]\n1. a3-a4 1-0":                     "unknown-ruleset",
		"[Ruleset \"federation\"]\n[Rules \"?\"]\n1. a3-a4 1-0":    "",
		"[Ruleset \"share-link\"]\n1. a3-a4 1-0":                   "other-ruleset",
		"[FEN \"W:Wd3,a2:Bd4\"]\n1. d3xd5 *":                       "result-by-rule",
		"[FEN \"W:Wd3,a2:Bd4\"]\n1. d3xd5 1-0":                     "",
		"[FEN \"W:Wd3,a2:Bd4\"]\n[Result \"2-0\"]\n1. d3xd5 1-0":   "",
		"[Result \"0-1\"]\n[FEN \"W:Wd3,a2:Bd4\"]\n1. d3xd5 1-0":   "contradiction",
		"[Event \"x\"]\n1. a3-a4 1-0\n[Event \"y\"]\n1. a3-a4 0-1": "duplicate",
	} {
		im := importTexts(t, ImportOptions{}, text)
		if got := im.said(); (want == "") != (got == "") || !strings.HasSuffix(got, want) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// TestImportRulesetByItsFacts reads a game under rules of another name that are the
// same in every fact.
func TestImportRulesetByItsFacts(t *testing.T) {
	base, err := dama.FindRuleset("ludoteka")
	if err != nil {
		t.Fatal(err)
	}
	house, err := dama.HouseRuleset("our-club", base, dama.Overrides{})
	if err != nil {
		t.Fatal(err)
	}
	im := importTexts(t, ImportOptions{Ruleset: house}, "[Ruleset \"ludoteka\"]\n1. a3-a4 1-0\n[Ruleset \"our-club\"]\n1. b3-b4 1-0\n")
	if im.err != nil || len(im.entries) > 0 || len(im.games) != 2 || im.games[0].Ruleset != "our-club" {
		t.Errorf("%v %s %+v", im.err, im.said(), im.games)
	}
}

func TestImportDuplicates(t *testing.T) {
	same := importGood + "[White \"Ali\"]\n[Black \"Ayşe\"]\n{the same} 17-25 h6-h5 2. b3-b4 0-1\n"
	others := "[White \"Ali\"]\n[Black \"Veli\"]\n1. a3-a4 h6-h5 2. b3-b4 1-0\n" +
		"[White \"Ali\"]\n[Black \"Ayşe\"]\n1. a3-a4 h6-h5 1-0\n" +
		"[White \"Ali\"]\n[Black \"Ayşe\"]\n[FEN \"W:Wa3,b3,a2:Bh6\"]\n1. a3-a4 h6-h5 2. b3-b4 *\n"
	kept := importTexts(t, ImportOptions{}, same, others+importGood)
	if len(kept.games) != 6 || kept.summary.Duplicates != 2 || kept.summary.Notes[ImportDuplicate] != 2 || kept.summary.Skipped != 0 {
		t.Errorf("kept: %d games, %s", len(kept.games), kept.said())
	}
	dropped := importTexts(t, ImportOptions{DropDuplicates: true, Strict: true}, same, others+importGood)
	if len(dropped.games) != 4 || dropped.summary.Duplicates != 2 || dropped.summary.Skipped != 2 || dropped.err != nil {
		t.Errorf("dropped: %d games, %s, %v", len(dropped.games), dropped.said(), dropped.err)
	}
	if kept.games[0].ID == dropped.games[0].ID {
		t.Error("the two datasets have the same game names")
	}
}

// TestImportIsAFunctionOfItsInput imports twice, by other names and in other
// pieces, and compares every byte.
func TestImportIsAFunctionOfItsInput(t *testing.T) {
	text := manyPDN(t, federation(t), 7, 20) + strings.Repeat("1. a3-a4 h6-h5 2. b3-b4 1/2-1/2\n", UsualShardGames)
	a := importFully(t, ImportOptions{}, text, importGood)
	// What went through the spool and the shards is what was read.
	if memory := importTexts(t, ImportOptions{}, text, importGood); !reflect.DeepEqual(a.games, memory.games) || a.said() != memory.said() {
		t.Errorf("%d games in the folder, %d read; or they differ", len(a.games), len(memory.games))
	}
	dir := filepath.Join(t.TempDir(), "b")
	if err := os.Mkdir(dir, 0o777); err != nil { // an empty folder is as good as none
		t.Fatal(err)
	}
	_, err := Import(context.Background(), dir, []ImportSource{
		{Name: "elsewhere", Open: func() (io.ReadCloser, error) { return io.NopCloser(iotest.OneByteReader(strings.NewReader(text))), nil }},
		pdnSource("b", importGood),
	}, ImportOptions{Ruleset: federation(t)})
	if err != nil || a.err != nil {
		t.Fatal(err, a.err)
	}
	files := []string{ManifestName, ShardPath(Games, 0), ShardPath(Games, 1)}
	for _, name := range files {
		if !bytes.Equal(mustRead(t, filepath.Join(a.dir, name)), mustRead(t, filepath.Join(dir, name))) {
			t.Errorf("%s differs", name)
		}
	}
	if held := contents(t, dir); len(held) != len(files) {
		t.Errorf("the folder holds %v", held)
	}
	m, err := LoadManifest(dir)
	if err != nil {
		t.Fatal(err)
	}
	games := UsualShardGames + 20
	want := fmt.Sprintf(`{"import":{"drop_duplicates":false,"files":[{"games":%d,"sha256":"`, games) + sha([]byte(text)) + `"},{"games":1,"sha256":"` + sha([]byte(importGood)) +
		`"}],"ruleset":"federation","ruleset_digest":"` + federation(t).Digest() + `",` + fmt.Sprintf(`"shard_games":%d,"trust_rules":false}}`, UsualShardGames)
	if string(m.Spec) != want || m.WeightsDigest != "" || len(a.games) != games+1 || a.games[games].ID != GameID(m.SpecDigest, int64(games)) {
		t.Errorf("spec %s\nwant %s; %d games", m.Spec, want, len(a.games))
	}
}

// TestImportRefusedAsAWhole leaves no folder.
func TestImportRefusedAsAWhole(t *testing.T) {
	if none := importFully(t, ImportOptions{}, "nothing"); !errors.Is(none.err, ErrNothingImported) || len(none.entries) != 1 {
		t.Errorf("%v, %v", none.err, none.entries)
	}
	if strict := importFully(t, ImportOptions{Strict: true}, importGood, "nothing"); !errors.Is(strict.err, ErrSkipped) || strict.summary.Imported != 1 {
		t.Errorf("%v, %+v", strict.err, strict.summary)
	}
}

func TestImportRefusesFolders(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(file, []byte("mine"), 0o666); err != nil {
		t.Fatal(err)
	}
	for out, want := range map[string]string{dir: "not empty: thesis.txt is in it", file: "is a file", filepath.Join(file, "x"): "not a directory"} {
		_, err := Import(context.Background(), out, []ImportSource{pdnSource("a", importGood)}, ImportOptions{Ruleset: federation(t)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", out, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 || string(mustRead(t, file)) != "mine" {
		t.Errorf("%v, %v", entries, err)
	}
}

// TestImportFailsWhole has faults that are not about one game; nothing stays.
func TestImportFailsWhole(t *testing.T) {
	gone := errors.New("the disk is gone")
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	usual := context.Background()
	good := pdnSource("good", importGood)
	for name, c := range map[string]struct {
		ctx   context.Context
		bad   ImportSource
		entry func(ImportEntry) error
		want  error
	}{
		"can't be opened": {usual, ImportSource{"bad", func() (io.ReadCloser, error) { return nil, gone }}, nil, gone},
		"can't be read": {usual, ImportSource{"bad", func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(importGood+"1. a3-a4"), iotest.ErrReader(gone))), nil
		}}, nil, gone},
		"can't be reported": {usual, pdnSource("bad", "x"), func(ImportEntry) error { return gone }, gone},
		"stopped":           {ctx, pdnSource("bad", "x"), func(ImportEntry) error { cancel(); return nil }, context.Canceled},
	} {
		dir := filepath.Join(t.TempDir(), "a", "b")
		_, err := Import(c.ctx, dir, []ImportSource{good, c.bad}, ImportOptions{Ruleset: federation(t), Entry: c.entry})
		if _, stat := os.Stat(filepath.Dir(dir)); !errors.Is(err, c.want) || !os.IsNotExist(stat) {
			t.Errorf("%s: %v; %v", name, err, stat)
		}
	}
}

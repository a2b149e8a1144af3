package puzzles

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
)

// Every remark is said in both languages with the same values, alone and behind
// another one.
func TestNoteText(t *testing.T) {
	fill := map[string][2]string{
		"{number}": {"12", "12"}, "{move}": {"d4xd6xb6", "d4xd6xb6"}, "{pieces}": {"1 piece", "1 taş"}, "{answers}": {"a3, b4", "a3, b4"},
	}
	note, want := "Under federation and ply-yard the game is over.", "federation ve ply-yard kurallarına göre oyun bitmiştir."
	for english, turkish := range turkishRemarks {
		var values []string
		for _, name := range blank.FindAllString(english, -1) {
			values = append(values, fill[name][0])
			turkish = strings.Replace(turkish, name, fill[name][1], 1)
		}
		if strings.ContainsAny(turkish, "{}") {
			t.Errorf("%q and %q have other values", english, turkish)
		}
		note += " Under share-link, traditional and ludoteka " + remark(english, values...) + "."
		want += " share-link, traditional ve ludoteka kurallarına göre " + turkish + "."
	}
	if got := NoteText(note, dama.Turkish); got != want {
		t.Errorf("\n%s\nbecame\n%s\nand not\n%s", note, got, want)
	}
	if got := NoteText(note, dama.English); got != note {
		t.Errorf("English: %s", got)
	}
	for _, other := range []string{"Under my rules the moon is full.", note + " And more.", "Under a and b the game is over", ""} {
		if got := NoteText(other, dama.Turkish); got != other {
			t.Errorf("%q became %q", other, got)
		}
	}
}

// What is not said any more is not translated any more; what is said and not
// translated makes remark panic.
func TestRemarksAreUsed(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || name == "note_text.go" {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	for english := range turkishRemarks {
		if !strings.Contains(source.String(), `"`+english+`"`) {
			t.Errorf("nothing says %q", english)
		}
	}
}

package puzzles

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"damalab/datasets"
	"damalab/internal/atomicfile"
)

// A run into a folder may be killed at any moment, and the next one goes on where
// it was. Until the set is whole, what a few games in a row gave is one line of the
// folder's journal:
//
//	<CRC-32 of the rest, 8 hex digits> <a block as JSON>
//
// So a kill loses the last few games and nothing else. The first line says of what
// and how. A broken last line, and what follows it, is cut off, and those games are
// mined again. A block names its games by a digest: it is of no use to a run that
// reads others. Puzzles are there as they were found; duplicates and families are
// sorted out once more.

// JournalName is the file in a folder that [MineTo] has not finished which tells the
// next run how far it has come.
const JournalName = ".dama-mining"

// journalForm is how the first line begins, with the version of the form.
const journalForm = "dama mining 1 "

// blockGames is how many games are told of together.
const blockGames = 8

// journal tells of the games that have been mined. The nil journal tells nobody.
type journal struct {
	path  string
	head  journalHead
	file  *os.File // open at its end
	block block    // what is in no line yet
	sum   hash.Hash
}

// journalHead is what must be the same for a run to go on with another one's work.
type journalHead struct {
	Tool    string  `json:"tool"`
	Ruleset string  `json:"ruleset_digest"`
	Spec    setSpec `json:"spec"`
}

// block is what some games in a row gave.
type block struct {
	Games   int               `json:"games"`
	Digest  string            `json:"digest"` // of the games
	Funnel  Funnel            `json:"funnel"`
	Puzzles []datasets.Puzzle `json:"puzzles,omitempty"`
}

// errOtherWork: the journal is of no use to this run.
var errOtherWork = errors.New("give the command again that was stopped here, choose another folder, or remove this one")

// openJournal opens the journal in a folder or begins one.
func openJournal(dir string, head journalHead) (*journal, error) {
	j := &journal{path: filepath.Join(dir, JournalName), head: head, sum: sha256.New()}
	text, err := json.Marshal(head)
	if err != nil {
		return nil, err
	}
	old, err := firstLine(j.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = atomicfile.WriteBytes(j.path, 0o666, append([]byte(journalForm), append(text, '\n')...))
	case err == nil && !readable(old):
		err = fmt.Errorf("%s is damaged: the mining that it belongs to can't go on; choose another folder, or remove this one", j.path)
	case err == nil && old != journalForm+string(text)+"\n":
		err = fmt.Errorf("%s: an unfinished set of puzzles is there, with %s; %w", dir, head.difference(old), errOtherWork)
	}
	if err == nil {
		j.file, err = os.OpenFile(j.path, os.O_RDWR, 0)
	}
	return j, err
}

func firstLine(path string) (string, error) {
	text, err := os.ReadFile(path)
	line, _, _ := bytes.Cut(text, []byte("\n"))
	return string(line) + "\n", err
}

// headOf reads a first line.
func headOf(line string) (h journalHead, ok bool) {
	text, ours := bytes.CutPrefix([]byte(line), []byte(journalForm))
	ok = ours && json.Unmarshal(text, &h) == nil
	return h, ok
}

func readable(line string) bool {
	_, ok := headOf(line)
	return ok
}

// difference says what is other in a first line.
func (h journalHead) difference(line string) string {
	old, _ := headOf(line) // it is readable
	for _, part := range []struct {
		name     string
		old, new any
	}{
		{"games of another run", old.Spec.Source, h.Spec.Source},
		{"another ruleset", old.Ruleset, h.Ruleset},
		{"other kinds", old.Spec.Kinds, h.Spec.Kinds},
		{"other criteria", old.Spec.Criteria, h.Spec.Criteria},
		{"other endgame tables", old.Spec.Endgames, h.Spec.Endgames},
		{"other endgame tables", old.Spec.Elsewhere, h.Spec.Elsewhere},
		{"another list of rejected puzzles", old.Spec.Rejected, h.Spec.Rejected},
		{"illegal games treated otherwise", old.Spec.SkipIllegal, h.Spec.SkipIllegal},
		{"another version of the program", old.Tool, h.Tool},
	} {
		a, _ := json.Marshal(part.old)
		b, _ := json.Marshal(part.new)
		if !bytes.Equal(a, b) {
			return part.name
		}
	}
	return "other settings"
}

// goOn delivers what the journal tells and returns the games that it says nothing
// of. The journal is ready to be added to then.
func (j *journal) goOn(next func() (datasets.Game, error, bool), deliver func(haul) error) (iter.Seq2[datasets.Game, error], error) {
	rest := func(yield func(datasets.Game, error) bool) {
		for g, err, ok := next(); ok && yield(g, err); g, err, ok = next() {
		}
	}
	if j == nil {
		return rest, nil
	}
	end, err := j.read(func(b block) error {
		if err := j.skip(b, next); err != nil {
			return err
		}
		return deliver(haul{puzzles: b.Puzzles, funnel: b.Funnel})
	})
	if err == nil {
		err = j.file.Truncate(end)
	}
	if err == nil {
		_, err = j.file.Seek(end, 0)
	}
	return rest, err
}

// skip takes the games of a block, which must be those that it was made from.
func (j *journal) skip(b block, next func() (datasets.Game, error, bool)) error {
	sum := sha256.New()
	for range b.Games {
		g, err, ok := next()
		if err != nil {
			return err
		}
		if ok {
			digest := gameDigest(&g)
			sum.Write(digest[:])
		}
	}
	if hex.EncodeToString(sum.Sum(nil)) != b.Digest {
		return fmt.Errorf("%s: an unfinished set of puzzles is there, with other games; %w", filepath.Dir(j.path), errOtherWork)
	}
	return nil
}

// gameDigest is of all that a game's puzzles depend on.
func gameDigest(g *datasets.Game) [sha256.Size]byte {
	h := sha256.New()
	_ = json.NewEncoder(h).Encode([]any{g.ID, g.Ruleset, g.StartFEN, g.Moves})
	return [sha256.Size]byte(h.Sum(nil))
}

// add tells of one game more.
func (j *journal) add(h haul) error {
	if j == nil {
		return nil
	}
	j.block.Games++
	j.sum.Write(h.game[:])
	j.block.Funnel.add(h.funnel)
	j.block.Puzzles = append(j.block.Puzzles, h.puzzles...)
	if j.block.Games < blockGames {
		return nil
	}
	return j.flush()
}

// flush writes the line of the games gathered.
func (j *journal) flush() error {
	if j == nil || j.block.Games == 0 {
		return nil
	}
	j.block.Digest = hex.EncodeToString(j.sum.Sum(nil))
	line := j.block.line()
	j.block = block{}
	j.sum.Reset()
	_, err := j.file.Write(line)
	return err
}

// close ends the writing. A journal that tells nothing goes, and one that nobody
// can go on with.
func (j *journal) close(useful bool) error {
	info, err := j.file.Stat()
	err = errors.Join(err, j.file.Close())
	if first, _ := firstLine(j.path); err == nil && (!useful || info.Size() <= int64(len(first))) {
		err = os.Remove(j.path)
	}
	return err
}

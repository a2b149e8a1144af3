package selfplay

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"damalab/datasets"
	"damalab/internal/atomicfile"
)

// A shard is written when all its games are there. Until then each game, when it
// ends, is one line of the journal:
//
//	<CRC-32 of the rest, 8 hex digits> <the game as JSON>
//
// So a kill loses the games that were being played and nothing else. The first
// line names the spec instead of a game. A kill, or a disk that is full, can leave
// a broken last line: it and what follows are cut off, and those games are played
// again.

// journal keeps finished games that are in no shard yet.
type journal struct {
	path   string
	digest string // of the spec

	mu    sync.Mutex
	file  *os.File // nil until there is something to write
	lines map[int64][]byte
}

// openJournal reads the journal in a dataset's folder and returns its games. The
// caller holds the folder's lock.
func openJournal(dir, digest string) (*journal, map[int64]datasets.Game, error) {
	j := &journal{path: filepath.Join(dir, datasets.JournalName), digest: digest, lines: map[int64][]byte{}}
	games := map[int64]datasets.Game{}
	text, err := os.ReadFile(j.path)
	if errors.Is(err, fs.ErrNotExist) {
		return j, games, nil
	}
	if err != nil {
		return nil, nil, err
	}
	first, rest, _ := bytes.Cut(text, []byte("\n"))
	if !bytes.Equal(first, j.firstLine()) {
		return j, games, nil // of another run, or broken at its beginning
	}
	for len(rest) > 0 {
		line, after, ended := bytes.Cut(rest, []byte("\n"))
		g, ok := readLine(line)
		if !ended || !ok || !j.ours(&g) {
			break
		}
		games[g.Index], j.lines[g.Index] = g, line
		rest = after
	}
	return j, games, nil
}

func (j *journal) firstLine() []byte { return []byte("dama journal 1 " + j.digest) }

// ours tells whether a game can be one of this run; a line that only looks right
// is not to be trusted more than one that is broken.
func (j *journal) ours(g *datasets.Game) bool {
	return g.Index >= 0 && g.ID == datasets.GameID(j.digest, g.Index) && g.Seed == GameSeed(j.digest, g.Index) &&
		g.Result != nil && g.EndedBy != datasets.EndedByImport && g.Check() == nil
}

func readLine(line []byte) (g datasets.Game, ok bool) {
	sum, text, found := bytes.Cut(line, []byte(" "))
	if !found || string(sum) != fmt.Sprintf("%08x", crc32.ChecksumIEEE(text)) {
		return g, false
	}
	return g, json.Unmarshal(text, &g) == nil
}

// add appends a game.
func (j *journal) add(g *datasets.Game) error {
	text, err := json.Marshal(g)
	if err != nil {
		return err
	}
	line := fmt.Appendf(nil, "%08x %s", crc32.ChecksumIEEE(text), text)
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.file == nil {
		if err := j.rewrite(); err != nil {
			return err
		}
	}
	j.lines[g.Index] = line
	_, err = j.file.Write(append(line, '\n'))
	return err
}

// forget drops the games that are in a shard now.
func (j *journal) forget(games []datasets.Game) error {
	j.mu.Lock()
	defer j.mu.Unlock()
	for i := range games {
		delete(j.lines, games[i].Index)
	}
	return j.rewrite()
}

// rewrite puts the lines at hand in the place of the file. Games are found again
// by their index, so their order does not matter.
func (j *journal) rewrite() error {
	if err := j.release(); err != nil {
		return err
	}
	text := append(j.firstLine(), '\n')
	for _, line := range j.lines {
		text = append(append(text, line...), '\n')
	}
	if err := atomicfile.WriteBytes(j.path, 0o666, text); err != nil {
		return err
	}
	var err error
	j.file, err = os.OpenFile(j.path, os.O_WRONLY|os.O_APPEND, 0)
	return err
}

func (j *journal) release() error {
	if j.file == nil {
		return nil
	}
	err := j.file.Close()
	j.file = nil
	return err
}

// close ends the writing; a journal without games goes.
func (j *journal) close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	err := j.release()
	if len(j.lines) == 0 {
		if gone := os.Remove(j.path); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
			err = errors.Join(err, gone)
		}
	}
	return err
}

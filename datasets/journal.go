package datasets

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// JournalName is the file within a dataset of self-play that keeps the finished
// games which are in no shard yet, a line each behind a first line of its own.
const JournalName = ".dama-journal"

// JournalGames returns how many finished games wait in the journal of the dataset
// in dir; 0 if it has none. A line that a kill left unfinished is not counted.
func JournalGames(dir string) (n int64, err error) {
	file, err := os.Open(filepath.Join(dir, JournalName))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	for in := bufio.NewReader(file); ; {
		_, err := in.ReadSlice('\n')
		switch {
		case err == nil:
			n++
		case errors.Is(err, io.EOF):
			return max(n-1, 0), nil
		case !errors.Is(err, bufio.ErrBufferFull): // a long line goes on
			return 0, err
		}
	}
}

package datasets

import (
	"bufio"
	"encoding/gob"
	"errors"
	"io"
	"os"

	"damalab/dama"
	"damalab/internal/atomicfile"
)

// importedGame is what is kept of a game until it has its number. It holds no
// pointers: gob takes a pointer to zero for none.
type importedGame struct {
	StartFEN     string // empty for the usual start
	Moves        []string
	Known        bool // whether there is a result
	Result       int8
	Termination  dama.Termination
	White, Black string
}

// importSpool keeps games in a file in the order in which they come.
type importSpool struct {
	file *os.File
	out  *bufio.Writer
	enc  *gob.Encoder
	dec  *gob.Decoder
}

// newImportSpool makes the file, in the folder that has room for the dataset.
func newImportSpool(dir string) (*importSpool, error) {
	file, err := atomicfile.CreateTemp(dir, "games")
	if err != nil {
		return nil, err
	}
	out := bufio.NewWriterSize(file, 1<<16)
	return &importSpool{file: file, out: out, enc: gob.NewEncoder(out)}, nil
}

func (s *importSpool) put(g importedGame) error { return s.enc.Encode(&g) }

// rewind ends writing and begins reading.
func (s *importSpool) rewind() error {
	if err := s.out.Flush(); err != nil {
		return err
	}
	_, err := s.file.Seek(0, io.SeekStart)
	s.dec = gob.NewDecoder(bufio.NewReaderSize(s.file, 1<<16))
	return err
}

// next returns the next game; there must be one.
func (s *importSpool) next() (g importedGame, err error) {
	err = s.dec.Decode(&g)
	return g, err
}

func (s *importSpool) remove() error {
	return errors.Join(s.file.Close(), os.Remove(s.file.Name()))
}

//go:build !unix

package endgame

import (
	"errors"
	"io"
	"os"
)

// mapped stands for a file in memory; here files are read instead.
type mapped struct{ io.ReaderAt }

func mapFile(*os.File, int64) (mapped, error) { return mapped{}, errors.ErrUnsupported }

func (mapped) unmap() error { return nil }

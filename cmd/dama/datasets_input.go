package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"damalab/datasets"
)

// standardInput is what --in calls it.
const standardInput = "-"

// importSources are the files of --in. What can be seen to be wrong with a file is said before
// the first is read. The sum of their sizes is 0 if one of them is a stream.
func importSources(ctx context.Context, names []string, e *env) (sources []datasets.ImportSource, total int64, err error) {
	var infos []os.FileInfo
	stream, standard := false, 0
	for _, name := range names {
		if name == standardInput {
			if standard++; standard > 1 {
				return nil, 0, badUsage("--in: standard input is named twice")
			}
			stream = true
			sources = append(sources, importSource(ctx, "standard input", func() (io.ReadCloser, error) {
				return io.NopCloser(e.stdin), nil
			}))
			continue
		}
		info, err := importable(name, infos)
		if err != nil {
			return nil, 0, err
		}
		infos = append(infos, info)
		stream = stream || !info.Mode().IsRegular()
		total += info.Size()
		sources = append(sources, importSource(ctx, name, func() (io.ReadCloser, error) { return os.Open(name) }))
	}
	if stream {
		total = 0
	}
	return sources, total, nil
}

// importable looks at a file before it is opened.
func importable(name string, before []os.FileInfo) (os.FileInfo, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if info.IsDir() {
		return nil, fmt.Errorf("%s is a folder; name the PDN files in it", name)
	}
	for _, b := range before {
		if os.SameFile(info, b) {
			return nil, badUsage("--in: %s is named twice", name)
		}
	}
	return info, nil
}

// importSource reads a file in such a way that Ctrl-C ends the waiting for a pipe,
// both for somebody to open its other end and for bytes to come.
func importSource(ctx context.Context, name string, open func() (io.ReadCloser, error)) datasets.ImportSource {
	return datasets.ImportSource{Name: name, Open: func() (io.ReadCloser, error) {
		in, out := io.Pipe()
		stop := context.AfterFunc(ctx, func() { out.CloseWithError(ctx.Err()) })
		go func() {
			file, err := open()
			if err == nil {
				_, err = io.CopyBuffer(onlyWriter{out}, file, make([]byte, 1<<18))
				file.Close()
			}
			if path := (*fs.PathError)(nil); errors.As(err, &path) {
				err = path.Err // the importer says which file it is
			}
			out.CloseWithError(err)
		}()
		return pipedFile{in, stop}, nil
	}}
}

// onlyWriter hides everything but Write, so that a copy goes through its buffer.
type onlyWriter struct{ io.Writer }

// pipedFile is a file that another goroutine reads.
type pipedFile struct {
	*io.PipeReader
	stop func() bool
}

func (f pipedFile) Close() error {
	f.stop()
	return f.PipeReader.Close()
}

// countBytes makes the sources report how much of them has been read, in KiB: that
// is what is known of how much there is to do.
func countBytes(sources []datasets.ImportSource, total int64, step func(done, total int)) {
	if total == 0 {
		return
	}
	done := int64(0)
	for i := range sources {
		open := sources[i].Open
		sources[i].Open = func() (io.ReadCloser, error) {
			in, err := open()
			return countedFile{in, func(n int) {
				done += int64(n)
				step(int(done>>10), int(total>>10))
			}}, err
		}
	}
}

// countedFile tells how much is read from it.
type countedFile struct {
	io.ReadCloser
	count func(n int)
}

func (f countedFile) Read(p []byte) (int, error) {
	n, err := f.ReadCloser.Read(p)
	f.count(n)
	return n, err
}

package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestImportSourceStops ends the waiting for a file that nobody opens the other end
// of, and for one from which nothing comes.
func TestImportSourceStops(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	silent, _ := io.Pipe()
	for name, open := range map[string]func() (io.ReadCloser, error){
		"opening": func() (io.ReadCloser, error) { <-release; return nil, io.EOF },
		"reading": func() (io.ReadCloser, error) { return silent, nil },
	} {
		ctx, cancel := context.WithCancel(context.Background())
		in, err := importSource(ctx, "x", open).Open()
		if err != nil {
			t.Fatal(err)
		}
		cancel()
		if n, err := in.Read(make([]byte, 10)); n != 0 || !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %d, %v", name, n, err)
		}
		in.Close()
	}
}

// TestImportSourceIsWhole reads sources to their end, or to their error.
func TestImportSourceIsWhole(t *testing.T) {
	text := strings.Repeat("1. a3-a4 1-0\n", 1<<16)
	gone := errors.New("the disk is gone")
	for _, end := range []error{nil, gone} {
		last := iotest.ErrReader(gone)
		if end == nil {
			last = strings.NewReader("")
		}
		source := importSource(context.Background(), "x", func() (io.ReadCloser, error) {
			return io.NopCloser(io.MultiReader(strings.NewReader(text), last)), nil
		})
		in, err := source.Open()
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(in)
		if string(got) != text || !errors.Is(err, end) {
			t.Errorf("%d of %d bytes, %v", len(got), len(text), err)
		}
	}
}

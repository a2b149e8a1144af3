package endgame

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"damalab/internal/atomicfile"
)

// ErrOtherRules is wrapped by errors about tables that answer for other rules.
var ErrOtherRules = errors.New("the tables are for other rules")

// BuildOptions say how to build.
type BuildOptions struct {
	// Pieces is the greatest number of pieces, 2 to MaxPieces.
	Pieces int
	// Workers is the number of goroutines; it changes no byte.
	Workers int
	// Progress, if it is set, is told how far the work is and which material
	// is at work. Tables that were there already are not counted.
	Progress func(done, total int, material string)
}

// Built tells what [Build] did.
type Built struct {
	Pieces  int   // of the set
	Files   int   // in the set
	Made    int   // files that this call made
	Bytes   int64 // of all files
	Entries int   // in all files
}

// builder makes a set.
type builder struct {
	dir         string
	rules       Rules
	options     BuildOptions
	set         *set
	listed      map[string]string // checksums by file, as an earlier manifest has them
	packer      *packer           // made when the first file is written
	done, total int
	at          string // the material at work
	built       Built
}

// Build makes the tables of all positions of up to options.Pieces pieces in a
// folder, which may be new, empty, or hold tables of the same rules: what is whole
// is used and what is missing is made. Each file is there whole or not at all, and
// the manifest, which makes the folder a set, comes last. So after an error, a
// kill or the end of ctx, the same call goes on. The bytes depend on the rules
// alone.
//
// The memory in use is about a byte for each entry of all tables, and eight for
// each of the material at work.
func Build(ctx context.Context, dir string, r Rules, options BuildOptions) (Built, error) {
	if options.Pieces < 2 || options.Pieces > MaxPieces {
		return Built{}, fmt.Errorf("%d pieces: tables are for 2 to %d", options.Pieces, MaxPieces)
	}
	if err := r.validate(); err != nil {
		return Built{}, err
	}
	there, err := checkFolder(dir, r)
	if err != nil {
		return Built{}, err
	}
	release, err := lockFolder(dir)
	if err != nil {
		return Built{}, err
	}
	if there != nil && there.Pieces > options.Pieces {
		options.Pieces = there.Pieces // never make a set smaller
	}
	options.Workers = max(options.Workers, 1)
	b := &builder{dir: dir, rules: r, options: options, set: newSet(), listed: map[string]string{}}
	if there != nil {
		for _, f := range there.Files {
			b.listed[f.Path] = f.SHA256
		}
	}
	err = errors.Join(b.run(ctx), release())
	return b.built, err
}

func lockFolder(dir string) (release func() error, err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, fmt.Errorf("%s: can't be used as an output folder: %w", dir, err)
	}
	release, err = atomicfile.Lock(filepath.Join(dir, lockName))
	if errors.Is(err, atomicfile.ErrLocked) {
		return nil, fmt.Errorf("%s: another process is writing here; wait for it, or choose another folder", dir)
	}
	if err != nil {
		return nil, err
	}
	if _, err := atomicfile.Clean(dir); err != nil {
		return nil, errors.Join(err, release())
	}
	return release, nil
}

func (b *builder) run(ctx context.Context) error {
	list := Materials(b.options.Pieces)
	for _, m := range list {
		b.total += b.work(m)
	}
	out := &manifest{Format: manifestFormat, Version: formatVersion, Pieces: b.options.Pieces, Rules: b.rules, Digest: b.rules.Digest()}
	for _, m := range list {
		if err := ctx.Err(); err != nil {
			return err
		}
		b.at = m.String()
		b.tell(0)
		listed, err := b.material(ctx, m)
		if err != nil {
			return err
		}
		out.Files = append(out.Files, listed)
		b.built.Files++
		b.built.Bytes += listed.Bytes
	}
	b.built.Pieces = b.options.Pieces
	return out.write(b.dir)
}

// work is what a material counts for in the progress: its positions are looked at
// once, and solving them takes about as long.
func (b *builder) work(m Material) int {
	n := 0
	for _, t := range m.Tables() {
		n += 2 * b.set.shapes.layout(t).size
	}
	return n
}

func (b *builder) tell(more int) {
	b.done += more
	if b.options.Progress != nil {
		b.options.Progress(b.done, b.total, b.at)
	}
}

// material makes the tables of one material, or loads them if they are there.
func (b *builder) material(ctx context.Context, m Material) (listedFile, error) {
	base := m.String() + fileSuffix
	path := filepath.Join(b.dir, base)
	listed, err := b.reuse(m, base, path)
	if !errors.Is(err, fs.ErrNotExist) {
		b.total -= b.work(m)
		return listed, err
	}
	work, before := b.work(m), b.done
	s := &solver{set: b.set, rules: b.rules, workers: b.options.Workers, ended: b.tell}
	tables, err := s.solve(ctx, m)
	if err != nil {
		return listed, err
	}
	if b.packer == nil {
		if b.packer, err = newPacker(b.options.Workers); err != nil {
			return listed, err
		}
	}
	if err := b.packer.writeFile(ctx, path, b.rules, tables); err != nil {
		return listed, err
	}
	b.built.Made++
	b.tell(before + work - b.done)
	return b.reuse(m, base, path)
}

// reuse takes the tables of a file into the set. The error is fs.ErrNotExist if
// there is none.
func (b *builder) reuse(m Material, base, path string) (listedFile, error) {
	c, err := newCache(0)
	if err != nil {
		return listedFile{}, err
	}
	f, err := openFile(os.DirFS(b.dir), base, path, m, b.set.shapes, c)
	if err != nil {
		return listedFile{}, err
	}
	defer f.close()
	defer c.decoder.Close()
	if f.header.Rules != b.rules {
		return listedFile{}, fmt.Errorf("%s: %w (%s)", path, ErrOtherRules, f.header.Rules.differences(b.rules))
	}
	digest, err := f.seal()
	if err != nil {
		return listedFile{}, err
	}
	if was, ok := b.listed[base]; ok && was != digest {
		return listedFile{}, fmt.Errorf("%s: its SHA-256 is %.12s..., and the manifest says %.12s...; delete the file and build it again", path, digest, was)
	}
	tables, err := f.load(c)
	if err != nil {
		return listedFile{}, err
	}
	for _, t := range tables {
		b.set.add(&table{t.layout, t.values})
		b.built.Entries += len(t.values)
	}
	return listedFile{base, f.size, digest}, nil
}

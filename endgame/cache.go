package endgame

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/zstd"
)

// cache holds unpacked blocks, up to a number of bytes. Finding a block that is
// there takes no lock: each block has a pointer of its own. Blocks that are
// thrown out are left to the garbage collector, so that whoever still reads one
// may go on.
type cache struct {
	limit   int
	decoder *zstd.Decoder
	fault   atomic.Pointer[error] // the first block that could not be read

	mu    sync.Mutex
	held  []held
	hand  int // the next of held to be looked at
	bytes int
}

// held is a block in the cache and where it is pointed to from.
type held struct {
	at    *atomic.Pointer[block]
	block *block
}

// block is the unpacked entries of a block.
type block struct {
	values []byte
	used   atomic.Bool // since the hand last passed
}

func newCache(limit int) (*cache, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(1<<20))
	return &cache{limit: limit, decoder: d}, err
}

// add puts a block into the cache and throws others out to make room: those not
// used for a whole turn of the hand. If another goroutine was quicker, its block
// is returned.
func (c *cache) add(at *atomic.Pointer[block], b *block) *block {
	c.mu.Lock()
	defer c.mu.Unlock()
	if other := at.Load(); other != nil {
		return other
	}
	for c.bytes+len(b.values) > c.limit && len(c.held) > 0 {
		c.evict()
	}
	at.Store(b)
	c.held = append(c.held, held{at, b})
	c.bytes += len(b.values)
	return b
}

// grow makes room for at least a number of bytes.
func (c *cache) grow(bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = max(c.limit, bytes)
}

// evict throws one block out.
func (c *cache) evict() {
	for {
		c.hand %= len(c.held)
		h := c.held[c.hand]
		if h.block.used.Swap(false) {
			c.hand++
			continue
		}
		h.at.Store(nil)
		c.bytes -= len(h.block.values)
		last := len(c.held) - 1
		c.held[c.hand] = c.held[last]
		c.held[last] = held{}
		c.held = c.held[:last]
		return
	}
}

// fail remembers the first fault.
func (c *cache) fail(err error) { c.fault.CompareAndSwap(nil, &err) }

// unpack reads a block's bytes as they stand in the file and unpacks them.
func (c *cache) unpack(f *file, ref blockRef, entries int) ([]byte, error) {
	data := make([]byte, ref.length)
	_, err := f.r.ReadAt(data, ref.offset)
	bad := err == nil && checksum(data) != ref.sum
	if (bad || err != nil) && f.shorter() {
		err = errTruncated
	}
	if err != nil {
		return nil, fmt.Errorf("%s, offset %d: %w", f.path, ref.offset, err)
	}
	if bad {
		return nil, fmt.Errorf("%s, offset %d: a block is damaged: its checksum does not fit; delete the file and build it again", f.path, ref.offset)
	}
	values, err := c.decoder.DecodeAll(data, make([]byte, 0, entries))
	if err != nil {
		return nil, fmt.Errorf("%s, offset %d: %w", f.path, ref.offset, err)
	}
	if len(values) != entries {
		return nil, fmt.Errorf("%s, offset %d: a block of %d entries where %d belong", f.path, ref.offset, len(values), entries)
	}
	return values, nil
}

// stored is a table in a file.
type stored struct {
	file    *file
	cache   *cache
	refs    []blockRef
	blocks  []atomic.Pointer[block]
	entries int
}

// at returns an entry. ok is false if its block can't be read; the cache keeps
// the reason.
func (s *stored) at(index int) (v value, ok bool) {
	i := index / blockSize
	b := s.blocks[i].Load()
	if b == nil {
		if b = s.load(i); b == nil {
			return drawn, false
		}
	}
	if !b.used.Load() {
		b.used.Store(true)
	}
	return value(b.values[index%blockSize]), true
}

func (s *stored) load(i int) *block {
	values, err := s.cache.unpack(s.file, s.refs[i], min(blockSize, s.entries-i*blockSize))
	if err != nil {
		s.cache.fail(err)
		return nil
	}
	return s.cache.add(&s.blocks[i], &block{values: values})
}

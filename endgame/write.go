package endgame

import (
	"context"
	"crypto/sha256"
	"io"

	"github.com/klauspost/compress/zstd"

	"damalab/internal/atomicfile"
	"damalab/internal/ordered"
)

// packed is a table with its blocks compressed.
type packed struct {
	refs   []blockRef
	blocks [][]byte
}

// packer compresses tables. Its encoders take tens of megabytes each, so they are
// made once for a whole set.
type packer struct{ encoders []*zstd.Encoder }

func newPacker(workers int) (*packer, error) {
	p := &packer{encoders: make([]*zstd.Encoder, workers)}
	for i := range p.encoders {
		var err error
		p.encoders[i], err = zstd.NewWriter(nil,
			zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1),
			zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true))
		if err != nil {
			return nil, err
		}
	}
	return p, nil
}

// pack compresses a table's entries.
func (p *packer) pack(ctx context.Context, values memory) (out packed, err error) {
	err = ordered.Run(ctx, 0, blocks(len(values)), len(p.encoders),
		func(_ context.Context, worker, i int) ([]byte, error) {
			block := values[i*blockSize : min((i+1)*blockSize, len(values))]
			return p.encoders[worker].EncodeAll(block, nil), nil
		},
		func(_ int, block []byte) error {
			out.blocks = append(out.blocks, block)
			out.refs = append(out.refs, blockRef{length: uint32(len(block)), sum: checksum(block)})
			return nil
		})
	return out, err
}

// writeFile stores the tables of a material.
func (p *packer) writeFile(ctx context.Context, path string, r Rules, tables []solved) error {
	h := header{Material: tables[0].layout.material.String(), Rules: r, Digest: r.Digest(), BlockSize: blockSize}
	var parts []packed
	var refs [][]blockRef
	for _, t := range tables {
		part, err := p.pack(ctx, t.values)
		if err != nil {
			return err
		}
		summary, _ := summarize(t.layout, t.values)
		h.Tables = append(h.Tables, summary)
		parts, refs = append(parts, part), append(refs, part.refs)
	}
	head, err := encodeHead(h, refs)
	if err != nil {
		return err
	}
	return atomicfile.Write(path, 0o644, func(w io.Writer) error { return writeParts(w, head, parts) })
}

// writeParts writes a file's head and blocks and seals them.
func writeParts(w io.Writer, head []byte, parts []packed) error {
	sum := sha256.New()
	both := io.MultiWriter(w, sum)
	if _, err := both.Write(head); err != nil {
		return err
	}
	for _, p := range parts {
		for _, block := range p.blocks {
			if _, err := both.Write(block); err != nil {
				return err
			}
		}
	}
	_, err := w.Write(sum.Sum(nil))
	return err
}

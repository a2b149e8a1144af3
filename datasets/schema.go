package datasets

import (
	"fmt"
	"sync"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	pqzstd "github.com/parquet-go/parquet-go/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
)

// kindOf returns the kind of file that holds rows of type T.
func kindOf[T Row]() Kind {
	switch any(*new(T)).(type) {
	case Game:
		return Games
	case PositionRow:
		return Positions
	case EndgameRow:
		return Endgames
	default:
		return Puzzles
	}
}

// layout is how the rows of a kind are laid out in a file.
type layout struct {
	groupRows int64 // the most rows in a row group
	pageBytes int   // about how much goes into a page before compression
	codec     compress.Codec
}

// smallest compresses as well as the Zstandard library can. It is kept for the
// whole program, like the Parquet library's own codecs; what it writes does not
// depend on what it wrote before.
var smallest = &oneEncoder{encoder: sync.OnceValue(newSmallest)}

// oneEncoder is the Parquet library's codec with a single encoder that is kept. The
// library's pool gives its encoders away when memory is collected, and each of the
// best level costs 50 MB to make again.
type oneEncoder struct {
	pqzstd.Codec
	encoder func() *zstd.Encoder
}

// Encode implements [compress.Codec]. It may be called by several goroutines, of
// which one is served at a time.
func (c *oneEncoder) Encode(dst, src []byte) ([]byte, error) {
	return c.encoder().EncodeAll(src, dst[:0]), nil
}

// newSmallest has the library's settings but for the level.
func newSmallest() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1), zstd.WithEncoderLevel(zstd.SpeedBestCompression),
		zstd.WithZeroFrames(true), zstd.WithEncoderCRC(false))
	if err != nil {
		panic("datasets: the Zstandard encoder refuses its options: " + err.Error()) // they are constants
	}
	return e
}

// layoutOf bounds row groups, and so the memory of a writer, which holds one.
// Values that the encodings share, such as move texts, stand in each group once:
// fewer rows would cost bytes.
//
// Games are kept for good and are few beside the time that it took to play them,
// so they get the slowest level and large pages: 2.3 bytes a ply for moves and
// scores, where the default level on pages of 256 KiB needs 2.7.
//
// The boards of endgames run through the same sets of squares again and again. Plain
// numbers on pages that hold several such rounds take 0.46 bytes a row of up to four
// pieces; a dictionary, whose numbers have odd widths, on pages of 256 KiB takes 0.83.
func layoutOf(kind Kind) layout {
	switch kind {
	case Games:
		return layout{groupRows: 1 << 14, pageBytes: 1 << 20, codec: smallest}
	case Positions:
		return layout{groupRows: 1 << 19, pageBytes: 1 << 18, codec: &parquet.Zstd}
	case Endgames:
		return layout{groupRows: 1 << 20, pageBytes: 1 << 20, codec: &parquet.Zstd}
	default:
		return layout{groupRows: 1 << 16, pageBytes: 1 << 18, codec: &parquet.Zstd}
	}
}

// writerOptions is everything that decides the bytes of a file besides the
// rows and the tags of their type. Version 1 data pages compress the list levels
// with the values, which version 2 pages do not, and are 5 % smaller on games.
func writerOptions[T Row](meta Meta) ([]parquet.WriterOption, error) {
	kind := kindOf[T]()
	facts, err := meta.facts(kind)
	if err != nil {
		return nil, err
	}
	l := layoutOf(kind)
	options := []parquet.WriterOption{
		parquet.SchemaOf(*new(T)),
		parquet.Compression(l.codec),
		parquet.DataPageVersion(1),
		parquet.DataPageStatistics(false),
		parquet.PageBufferSize(l.pageBytes),
		parquet.MaxRowsPerRowGroup(l.groupRows),
		// The library's own name and version would change the bytes.
		parquet.CreatedBy(Schema, fmt.Sprint(Version), ""),
	}
	for key, value := range facts {
		options = append(options, parquet.KeyValueMetadata(key, value))
	}
	return options, nil
}

// checkColumns compares the columns of a file with those of the row type: the
// library would read a missing column as zeros and skip an extra one.
func checkColumns(file, want *parquet.Schema) error {
	have := map[string]parquet.Node{}
	for _, field := range file.Fields() {
		have[field.Name()] = field
	}
	for _, field := range want.Fields() {
		node, ok := have[field.Name()]
		if !ok {
			return badColumn(field.Name(), "is missing")
		}
		if !parquet.EqualNodes(node, field) {
			return badColumn(field.Name(), "is %v, and should be %v", node, field)
		}
		delete(have, field.Name())
	}
	for _, field := range file.Fields() {
		if _, extra := have[field.Name()]; extra {
			return badColumn(field.Name(), "is not in the schema")
		}
	}
	if !parquet.EqualNodes(file, want) {
		return fmt.Errorf("%w: they are in another order", ErrColumns)
	}
	return nil
}

// columnFault says which column of a file is not the schema's.
type columnFault struct{ column, what string }

// Error is "column NAME" and what is wrong with it.
func (e *columnFault) Error() string { return "column " + e.column + " " + e.what }

func badColumn(column, format string, args ...any) error {
	return fmt.Errorf("%w: %w", ErrColumns, &columnFault{column, fmt.Sprintf(format, args...)})
}

// checkCodecs refuses a file whose columns are not compressed as [Write] does
// it. One of the library's other decoders asks for any amount of memory.
func checkCodecs(f *parquet.File) error {
	for _, group := range f.Metadata().RowGroups {
		for _, column := range group.Columns {
			if codec := column.MetaData.Codec; codec != format.Zstd {
				return damaged(fmt.Sprintf("a column is compressed with %v, not with ZSTD", codec))
			}
		}
	}
	return nil
}

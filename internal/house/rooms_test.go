package house

// room is what the law says of one package.
type room struct {
	floor int
	own   []string // our packages it may import; every one stands on a lower floor
	all   bool     // may import every package of ours on a lower floor instead
	third []string // module path prefixes it may import
	why   string   // why the limits are drawn there: printed with every ban
}

const (
	parquet   = "github.com/parquet-go/parquet-go"
	gonum     = "gonum.org/v1/gonum"
	gonumStat = "gonum.org/v1/gonum/stat"
	gonumPlot = "gonum.org/v1/plot"
)

// groundFloor is what "internal" means in the table of docs/ARCHITECTURE.md.
var groundFloor = []string{"internal/atomicfile", "internal/ordered", "internal/testkit", "internal/tomlfile"}

// rooms is the import law: a package that is not listed here does not exist,
// and a package that is listed may be still to come.
var rooms = map[string]room{
	"dama": {
		floor: 0,
		why:   "the rules of the game depend on nothing, so that anybody can take them alone",
	},
	"internal/atomicfile": {
		floor: 0,
		why:   "replacing a file safely knows nothing of what is in it",
	},
	"internal/ordered": {
		floor: 0,
		third: []string{"golang.org/x/sync"},
		why:   "delivering results in order knows nothing of the work",
	},
	"internal/testkit": {
		floor: 0,
		why:   "what tests share knows nothing of what is tested",
	},
	"internal/tomlfile": {
		floor: 0,
		third: []string{"github.com/BurntSushi/toml"},
		why:   "reading a strict TOML file knows nothing of its fields",
	},
	"internal/house": {
		floor: 0,
		why:   "whoever checks the house must not live on its furniture",
	},
	"internal/referee": {
		floor: 1,
		own:   []string{"dama"},
		why:   "the second opinion on the rules is worth something only while it is independent",
	},
	"internal/report": {
		floor: 1,
		why:   "a page is made of sections, tables and pictures, whatever they are about",
	},
	"eval": {
		floor: 1,
		own:   []string{"dama"},
		why:   "what a position is worth is read off the position: no search, no files",
	},
	"endgame": {
		floor: 1,
		own:   with(groundFloor, "dama"),
		third: []string{"github.com/klauspost/compress"},
		why:   "exact results follow from the rules alone: no estimate may leak into a table",
	},
	"puzzles/diagram": {
		floor: 1,
		own:   []string{"dama"},
		why:   "drawing a board needs a position and nothing else",
	},
	"farm": {
		floor: 1,
		own:   groundFloor,
		third: []string{"github.com/nats-io/nats-server/v2", "github.com/nats-io/nats.go", "github.com/minio/minio-go/v7"},
		why:   "the farm runs numbered tasks and knows nothing of draughts",
	},
	"datasets": {
		floor: 2,
		own:   with(groundFloor, "dama", "internal/referee"),
		third: []string{parquet, "github.com/klauspost/compress/zstd"},
		why:   "stored rows are checked by the referee and hold no features, scores of our making or searches",
	},
	"puzzles/proof": {
		floor: 2,
		own:   []string{"dama", "internal/referee"},
		why:   "whoever checks a puzzle shares no code with whoever made it",
	},
	"search": {
		floor: 3,
		own:   []string{"dama", "eval", "endgame"},
		why:   "the best move depends on the position and the limits: not on files, games or protocols",
	},
	"search/plain": {
		floor: 4,
		own:   []string{"dama"},
		why:   "a yardstick must not grow with what it measures",
	},
	"search/hub": {
		floor: 4,
		own:   []string{"dama", "search"},
		why:   "a protocol is a way of speaking to an engine, nothing more",
	},
	"selfplay": {
		floor: 4,
		own:   with(groundFloor, "dama", "eval", "endgame", "search", "datasets", "farm"),
		why:   "self-play, the miner and the tuner meet only in stored rows",
	},
	"puzzles": {
		floor: 4,
		own:   with(groundFloor, "dama", "internal/referee", "eval", "endgame", "search", "datasets", "puzzles/proof", "farm"),
		third: []string{gonum},
		why:   "self-play, the miner and the tuner meet only in stored rows",
	},
	"tuner": {
		floor: 4,
		own:   with(groundFloor, "dama", "eval", "datasets", "farm", "internal/report"),
		third: []string{gonum, gonumPlot},
		why:   "the tuner reads rows and cannot search: whether a position is quiet was decided by the rules when it was stored",
	},
	"selfplay/match": {
		floor: 5,
		own:   with(groundFloor, "dama", "eval", "endgame", "search", "datasets", "farm", "selfplay", "search/hub"),
		third: []string{gonumStat},
		why:   "a match judges engines by their games alone",
	},
	"puzzles/booklet": {
		floor: 5,
		own:   []string{"dama", "puzzles", "puzzles/diagram", "datasets", "search"},
		third: []string{"codeberg.org/go-pdf/fpdf", "codeberg.org/go-fonts/liberation"},
		why:   "the booklet prints puzzles that are already made",
	},
	"puzzles/study": {
		floor: 5,
		own:   []string{"dama", "puzzles", "puzzles/diagram", "datasets", "search"},
		why:   "the study page shows puzzles that are already made; net/http is enough for it",
	},
	"internal/pipeline": {
		floor: 6,
		all:   true,
		why:   "the stages of dama run call our packages and add no machinery of their own",
	},
	"cmd/dama": {
		floor: 7,
		all:   true,
		third: []string{
			"github.com/urfave/cli/v2", "github.com/vbauerster/mpb/v8",
			"github.com/jedib0t/go-pretty/v6", "golang.org/x/term",
		},
		why: "the command turns flags into structs and results into text: anything heavier belongs in a package",
	},
}

// testLibraries may be imported by every test file.
var testLibraries = []string{
	"pgregory.net/rapid",
	"github.com/rogpeppe/go-internal",
	"go.uber.org/goleak",
	"github.com/chromedp",
	"github.com/johannesboyne/gofakes3",
}

// testExtras are imports that only external tests (package x_test) of a room
// may make: the slow twin compares itself with the fast one.
var testExtras = map[string][]string{
	"dama":    {"internal/referee"},
	"endgame": {"internal/referee"},
}

// with is the shared list and more, without touching the shared one.
func with(shared []string, more ...string) []string {
	return append(append([]string(nil), shared...), more...)
}

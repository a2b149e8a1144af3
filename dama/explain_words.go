package dama

// sentence names a sentence of the explanations.
type sentence string

// The sentences. Where one reason has several, they are told apart by what
// exactly is the matter.
const (
	saysQuiet            sentence = "legal"
	saysCapture          sentence = "legal capture"
	saysCrowning         sentence = "legal crowning"
	saysCrowningCapture  sentence = "legal crowning capture"
	saysUnreadable       sentence = "unreadable"
	saysAmbiguous        sentence = "ambiguous"
	saysNoPiece          sentence = "no piece"
	saysNotYours         sentence = "not yours"
	saysDiagonal         sentence = "diagonal"
	saysBackward         sentence = "backward"
	saysTooFar           sentence = "too far"
	saysJumpTooFar       sentence = "jump too far"
	saysOccupied         sentence = "occupied"
	saysBlocked          sentence = "blocked"
	saysOwnInTheWay      sentence = "own piece in the way"
	saysNothing          sentence = "nothing to capture"
	saysTwo              sentence = "two to capture"
	saysTurnedBack       sentence = "turned back"
	saysStillAMan        sentence = "still a man"
	saysStopsEarly       sentence = "stops early"
	saysNotMaximum       sentence = "not maximum"
	saysOtherTakesMore   sentence = "another piece takes more"
	saysMustCapture      sentence = "must capture"
	saysOtherMustCapture sentence = "another piece must capture"
	saysWriteX           sentence = "capture written as quiet"
	saysWriteHyphen      sentence = "quiet written as capture"
	saysInstead          sentence = "instead"
	saysElimination      sentence = "over by elimination"
	saysBlockedSide      sentence = "over by no move"
	saysOnePieceEach     sentence = "over by one piece each"
	saysKingVersusMan    sentence = "over by king versus man"
)

// words are a sentence in both languages, with the same names in braces: {from}
// and {to} are the step at fault, {at} is the square at fault, {move} is what was
// tried and {example} a legal move, {taken} and {most} count pieces.
type words struct{ english, turkish string }

func (w words) in(l Language) string {
	if l == Turkish {
		return w.turkish
	}
	return w.english
}

// The names of the sides, and a noun behind 1 and behind other numbers.
var (
	colorWords = [2]words{White: {"White", "Beyaz"}, Black: {"Black", "Siyah"}}
	onePiece   = words{"piece", "taş"}
	manyPieces = words{"pieces", "taş"}
)

// sentences hold all that an explanation says. Turkish endings depend on how a
// square is pronounced, so no square, move or side takes one: they stand behind
// a colon, in a list, or before a word that takes the ending.
var sentences = map[sentence]words{
	saysQuiet:           {"{move} is legal.", "{move} oynanabilir."},
	saysCapture:         {"{move} is legal and takes {captured}.", "{move} oynanabilir; alınan: {captured}."},
	saysCrowning:        {"{move} is legal, and the man is crowned.", "{move} oynanabilir ve yoz taş damaya çıkar."},
	saysCrowningCapture: {"{move} is legal, takes {captured}, and the man is crowned.", "{move} oynanabilir ve yoz taş damaya çıkar; alınan: {captured}."},

	saysUnreadable: {
		"This can't be read as a move: a quiet move is written a3-a4, a capture a3xa5xc5.",
		"Bu bir hamle olarak okunamıyor: sessiz hamle a3-a4, taş alma a3xa5xc5 diye yazılır.",
	},
	saysAmbiguous: {
		"More than one legal capture fits this; write every square that the piece lands on.",
		"Buna birden çok taş alma uyuyor; taşın konduğu her kareyi yazın.",
	},
	saysNoPiece:  {"There is no piece on {at}.", "Bu karede taş yok: {at}."},
	saysNotYours: {"The piece on {at} belongs to {opponent}, and it is {mover}'s turn.", "{mover} oynar, oysa bu karedeki taş {opponent} tarafının: {at}."},
	saysDiagonal: {
		"Pieces go along ranks and files, never diagonally, and {from} and {to} share neither.",
		"Taşlar yatay ve dikey gider, asla çapraz gitmez; bu iki kare aynı yol üzerinde değil: {from}, {to}.",
	},
	saysBackward: {
		"A man never goes backward, and {to} lies behind {from}.",
		"Yoz taş asla geri gitmez; bu adım geriye doğru: {from}, {to}.",
	},
	saysTooFar: {
		"A man moves one square at a time, and {from} to {to} is further.",
		"Yoz taş her hamlede bir kare gider; bu iki kare arası daha uzak: {from}, {to}.",
	},
	saysJumpTooFar: {
		"A man takes a piece next to it and lands right behind that piece, and {from} to {to} is further.",
		"Yoz taş yanındaki taşı alır ve onun hemen arkasına konar; bu iki kare arası daha uzak: {from}, {to}.",
	},
	saysOccupied:    {"The square to land on is occupied: {at}.", "Hedef kare dolu: {at}."},
	saysBlocked:     {"The way is blocked by the piece on {at}.", "Yol kapalı, bu karede taş var: {at}."},
	saysOwnInTheWay: {"A piece can't jump over one of its own side, and such a one stands on {at}.", "Kendi taşının üzerinden atlanmaz; yoldaki taş: {at}."},
	saysNothing:     {"There is no enemy piece to take between {from} and {to}.", "Bu iki kare arasında alınacak rakip taş yok: {from}, {to}."},
	saysTwo: {
		"One jump takes one piece, and between {from} and {to} there are more: {captured}.",
		"Bir atlayışta tek taş alınır; {from} ile {to} arasında ise daha çok taş var: {captured}.",
	},
	saysTurnedBack: {
		"A king may not turn straight back between two jumps of one capture, as it does here on {from}.",
		"Dama, bir taş alma sırasında iki atlayış arasında 180 derece geri dönemez; döndüğü kare: {from}.",
	},
	saysStillAMan: {
		"A man that reaches the far rank while capturing is crowned only when the move ends, so on {from} it is still a man.",
		"Taş alırken son sıraya varan yoz taş ancak hamle bitince damaya çıkar; bu karede henüz yoz taştır: {from}.",
	},
	saysStopsEarly: {
		"The capture can't stop on {at}, because the piece can take more from there.",
		"Taş alma bu karede bitemez, çünkü taş buradan almayı sürdürebilir: {at}.",
	},
	saysNotMaximum: {
		"{move} takes {taken}, but as many as possible must be taken, here {most}: {example}.",
		"{move} ile alınan: {taken}; oysa en çok taşı almak zorunludur, burada {most}: {example}.",
	},
	saysOtherTakesMore: {
		"{move} takes {taken}, but another piece can take {most}, and as many as possible must be taken: {example}.",
		"{move} ile alınan: {taken}; oysa başka bir taş {most} alabilir ve en çok taşı almak zorunludur: {example}.",
	},
	saysMustCapture: {
		"{move} takes nothing, but capturing is compulsory: {example}.",
		"{move} taş almıyor, oysa alma zorunluluğu var: {example}.",
	},
	saysOtherMustCapture: {
		"{move} takes nothing, but capturing is compulsory, and another piece can capture: {example}.",
		"{move} taş almıyor, oysa alma zorunluluğu var ve başka bir taş alabiliyor: {example}.",
	},
	saysWriteX:      {"A capture is written with x: {example}.", "Taş alma x ile yazılır: {example}."},
	saysWriteHyphen: {"There is nothing to take on the way, and a quiet move is written with a hyphen: {example}.", "Yolda alınacak taş yok; sessiz hamle kısa çizgiyle yazılır: {example}."},
	saysInstead:     {"Possible: {instead}.", "Oynanabilecek: {instead}."},

	saysElimination:   {"The game is over in this position: one side has no piece left.", "Bu konumda oyun bitmiştir: bir tarafın taşı kalmamış."},
	saysBlockedSide:   {"The game is over in this position: {mover} has no move left.", "Bu konumda oyun bitmiştir: {mover} kapalı, hamlesi kalmamış."},
	saysOnePieceEach:  {"The game is over in this position: both sides are down to one piece, which is a draw.", "Bu konumda oyun berabere bitmiştir: iki tarafta da tek taş kalmış."},
	saysKingVersusMan: {"The game is over in this position: one king against one man is a draw.", "Bu konumda oyun berabere bitmiştir: tek yoz taşa karşı tek dama."},
}

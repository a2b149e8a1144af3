package puzzles

import (
	"damalab/dama"
	"damalab/puzzles/proof"
)

// themeDependent is the theme of a puzzle whose answer another ruleset changes.
const themeDependent = "ruleset-dependent"

// themes is the table of all themes, in the order in which rows list them: the
// identifier, the titles and the explanations in English and Turkish, and what
// decides. The English sentence is the definition. Where it names a move or a
// capture without saying whose, it is any of the solver's on the line; where one
// has several routes, all of them must be so.
var themes = []Theme{
	// How the move runs.
	{
		"majority", "The majority rule", "En çok taş alma",
		"A shorter capture is there, too; the rule is to take as many as possible.",
		"Daha az taş alan bir yol da vardır; kural ise en çok taş alan yolu zorunlu kılar.",
		func(s Subject) bool { return s.anyOwn(func(t Turn) bool { return len(t.decoys()) > 0 }) },
	},
	{
		"majority-reply", "Steered by the majority rule", "Rakibi en çok taş almaya zorlama",
		"The opponent would have a shorter capture, but must take the one that takes most.",
		"Rakibin daha az taş alan bir yolu da vardır; ama en çok taş alan yola gitmek zorundadır.",
		func(s Subject) bool { return s.anyReply(func(t Turn) bool { return len(t.decoys()) > 0 }) },
	},
	{
		"only-move", "The only move", "Tek hamle",
		"Whenever it is the solver's turn, just one move is legal.",
		"Çözenin sırası her geldiğinde kurala uygun tek bir hamle vardır.",
		func(s Subject) bool { return !s.anyOwn(func(t Turn) bool { return len(t.Legal) > 1 }) },
	},
	{
		"turn", "A turn", "Dönüş",
		"A capture turns a corner at least once.",
		"Taş alan taş, yolda en az bir kez köşe döner.",
		func(s Subject) bool {
			return s.anyOwn(func(t Turn) bool {
				return t.everyRoute(func(r []jump) bool { return turns(r) > 0 })
			})
		},
	},
	{
		"long-route", "A long route", "Uzun yol",
		"One move takes five pieces or more.",
		"Tek hamlede beş ya da daha çok taş alınır.",
		func(s Subject) bool { return s.anyOwn(func(t Turn) bool { return t.takes() >= longRoute }) },
	},
	{
		"crossed-square", "Over an emptied square", "Boşalan kareden geçme",
		"A capture crosses, or lands on, a square that was occupied before the move.",
		"Yol, hamleden önce dolu olup hamle sırasında boşalan bir kareden geçer ya da o karede durur.",
		func(s Subject) bool { return s.anyOwn(func(t Turn) bool { return t.everyRoute(crosses) }) },
	},
	{
		"king-capture", "A king captures", "Dama ile taş alma",
		"A king of the solver takes something.",
		"Çözenin bir daması taş alır.",
		func(s Subject) bool { return s.anyOwn(func(t Turn) bool { return t.byKing() && !t.quiet() }) },
	},
	{
		"back-rank", "Taken on the back rank", "Son sırada alınan dama",
		"A king is taken that stands on the first or the last rank.",
		"İlk sırada ya da son sırada duran bir dama alınır.",
		Subject.onBackRank,
	},
	{
		"edge", "Along the edge", "Kenar boyunca",
		"One move takes two pieces or more on the a-file, or on the h-file.",
		"Tek hamlede a dikey yolunda ya da h dikey yolunda en az iki taş alınır.",
		Subject.alongEdge,
	},

	// Crowning.
	{
		"promotion", "Crowning", "Damaya çıkma",
		"A man of the solver becomes a king.",
		"Çözenin bir yoz taşı damaya çıkar.",
		func(s Subject) bool { return s.anyOwn(func(t Turn) bool { return t.Solution.Crowned }) },
	},
	{
		"promotion-in-capture", "The far rank on the way", "Yolda son sıraya varma",
		"A man reaches the far rank in the middle of its capture and goes on capturing.",
		"Bir yoz taş, taş alırken son sıraya varır ve almayı sürdürür.",
		func(s Subject) bool {
			return s.anyOwn(func(t Turn) bool {
				return t.Solution.Crowned && t.everyRoute(func(r []jump) bool {
					return passesFarRank(r, t.Position.Side())
				})
			})
		},
	},
	{
		"breakthrough", "A breakthrough", "Taş vererek damaya çıkma",
		"Something is given, and then a man reaches the far rank.",
		"Önce taş verilir, sonra bir yoz taş damaya çıkar.",
		Subject.breaksThrough,
	},

	// Giving and taking.
	{
		"sacrifice", "A sacrifice", "Feda",
		"After a quiet move the opponent takes one piece, and no more is given.",
		"Sessiz bir hamleden sonra rakip tek taş alır; başka taş verilmez.",
		func(s Subject) bool { return s.given() == 1 },
	},
	{
		"multiple-sacrifice", "Several sacrifices", "Çok taş feda etme",
		"After quiet moves the opponent takes two pieces or more.",
		"Sessiz hamlelerden sonra rakip iki ya da daha çok taş alır.",
		func(s Subject) bool { return s.given() >= 2 },
	},
	{
		"exchange", "An exchange", "Taş değişimi",
		"The solver takes, and the opponent takes as many back at once.",
		"Çözen taş alır, rakip de hemen o kadar taş alır.",
		Subject.exchanges,
	},
	{
		"from-behind", "From behind", "Geriden gelme",
		"The solver is behind by two men or more at first, and not behind in the end.",
		"Çözen başta en az iki taş geridedir, sonunda ise geride değildir.",
		Subject.fromBehind,
	},
	{
		"saving-move", "To save what can be saved", "Kurtaran hamle",
		"There are several moves, and even the right one wins neither material nor the game.",
		"Birkaç hamle vardır; doğru olanı bile ne taş ne de oyun kazandırır.",
		func(s Subject) bool { return len(s.Legal) > 1 && s.Gain <= 0 && !s.wonEndgame() },
	},

	// How the line goes.
	{
		"quiet-first-move", "A quiet first move", "Sessiz ilk hamle",
		"The first move takes nothing.",
		"İlk hamle taş almaz.",
		func(s Subject) bool { return s.quiet() },
	},
	{
		"quiet-in-between", "Quiet in between", "Arada sessiz hamle",
		"The solver has taken something and then plays a quiet move before he goes on.",
		"Çözen taş aldıktan sonra sürdürmeden önce sessiz bir hamle yapar.",
		Subject.quietBetween,
	},
	{
		"forced-chain", "A forced chain", "Zorunlu hamleler",
		"The opponent replies twice or more and never has more than one legal move.",
		"Rakip iki ya da daha çok kez karşılık verir ve her seferinde tek hamlesi vardır.",
		Subject.forcedChain,
	},
	{
		"long-line", "A long line", "Uzun kombinezon",
		"The solver has four moves or more to find.",
		"Çözenin bulması gereken dört ya da daha çok hamle vardır.",
		func(s Subject) bool { return (len(s.Line)+1)/2 >= longLine },
	},

	// How it ends.
	{
		"blockade", "A blockade", "Kapatma",
		"In the end the opponent still has pieces, but no legal move.",
		"Sonunda rakibin taşı vardır, ama hamlesi kalmamıştır.",
		Subject.blocks,
	},
	{
		"elimination", "Nothing left", "Bütün taşları alma",
		"In the end the opponent has no piece left.",
		"Sonunda rakibin hiç taşı kalmaz.",
		func(s Subject) bool { return s.End.Pieces(s.End.Side()) == 0 },
	},
	{
		"king-taken", "A king is taken", "Dama alma",
		"The solver takes a king.",
		"Çözen bir dama alır.",
		func(s Subject) bool { return s.takesKing(func(dama.Square) bool { return true }) },
	},
	{
		"king-hunt", "A king is lured", "Damayı tuzağa çekme",
		"A king must capture, and is taken where its capture ends.",
		"Bir dama taş almak zorunda kalır ve durduğu yerde alınır.",
		Subject.huntsKing,
	},
	{
		"trapped-king", "A trapped king", "Kapana kısılan dama",
		"In the end a king of the opponent has no move after which it can't be taken.",
		"Sonunda rakibin bir damasının, alınmadan oynayabileceği hamle yoktur.",
		Subject.trapsKing,
	},

	// What is on the board.
	{
		"few-pieces", "Few pieces", "Az taş",
		"There are eight pieces or fewer on the board.",
		"Tahtada sekiz ya da daha az taş vardır.",
		Subject.few,
	},
	{
		"man-endgame", "Endgame of men", "Yoz taş oyun sonu",
		"Eight pieces or fewer are left, all of them men.",
		"Tahtada en çok sekiz taş kalmıştır ve hepsi yoz taştır.",
		func(s Subject) bool { return s.endgame(0) },
	},
	{
		"king-against-men", "Kings against men", "Yoz taşlara karşı dama",
		"Eight pieces or fewer are left, and just one side has a king.",
		"Tahtada en çok sekiz taş kalmıştır ve yalnız bir tarafın daması vardır.",
		func(s Subject) bool { return s.endgame(1) },
	},
	{
		"king-endgame", "Endgame of kings", "Dama oyun sonu",
		"Eight pieces or fewer are left, and both sides have a king.",
		"Tahtada en çok sekiz taş kalmıştır ve iki tarafın da daması vardır.",
		func(s Subject) bool { return s.endgame(2) },
	},
	{
		"kings-only", "Kings only", "Yalnız damalar",
		"Eight pieces or fewer are left, all of them kings.",
		"Tahtada en çok sekiz taş kalmıştır ve hepsi damadır.",
		Subject.kingsOnly,
	},
	{
		"kings-versus-men", "Kings versus men", "Damalar ile yoz taşlar",
		"Eight pieces or fewer are left: one side has kings only, the other men only.",
		"Tahtada en çok sekiz taş kalmıştır: bir tarafta yalnız dama, öbür tarafta yalnız yoz taş vardır.",
		Subject.kingsVersusMen,
	},
	{
		"men-race", "A race of men", "Yoz taşların yarışı",
		"Eight pieces or fewer are left, all of them men, and one is crowned on the line.",
		"Tahtada en çok sekiz taş kalmıştır, hepsi yoz taştır ve çözüm yolunda biri damaya çıkar.",
		Subject.menRace,
	},

	// Exact endgames.
	{
		themeWin, "Only one move wins", "Tek kazanan hamle",
		"The endgame is won by best play, and every other first move gives the win away.",
		"En iyi oyunla oyun sonu kazanılır; ilk hamlede başka her hamle galibiyeti kaçırır.",
		Subject.wonEndgame,
	},
	{
		themeDraw, "Only one move draws", "Tek kurtaran hamle",
		"The endgame is a draw by best play, and every other first move loses.",
		"En iyi oyunla oyun sonu beraberliktir; ilk hamlede başka her hamle kaybettirir.",
		func(s Subject) bool { return s.Goal == proof.GoalDraw },
	},
	{
		themeLong, "A long win", "Uzun galibiyet",
		"The endgame is won, and best play takes twenty-five plies or more to the end.",
		"Oyun sonu kazanılır; en iyi oyunla sonuna kadar en az yirmi beş hamle (iki tarafınki birlikte) sürer.",
		func(s Subject) bool { return s.wonEndgame() && s.Plies >= longWin },
	},
	{
		themeSurprising, "A surprising move", "Şaşırtan hamle",
		"In an exact endgame the first move lets the opponent take a piece, or a king goes farther from the nearest enemy piece.",
		"Sonucu kesin bir oyun sonunda ilk hamle rakibe taş aldırır ya da bir dama en yakın rakip taştan uzaklaşır.",
		Subject.surprising,
	},
	{
		themeDependent, "A matter of the rules", "Kurallara bağlı",
		"Under other rules of the game the answer is another one.",
		"Oyunun başka kurallarına göre cevap değişir.",
		func(s Subject) bool { return s.Dependent },
	},
}

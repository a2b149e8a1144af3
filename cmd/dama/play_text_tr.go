package main

import (
	"fmt"

	"damalab/dama"
)

// Turkish says "siz" to the player and "program" of the engine, since dama is the
// game and a king already. Nouns stay in the singular behind a number.
func playTurkish() *playText {
	return &playText{
		lang:       dama.Turkish,
		colors:     [2]string{"Beyaz", "Siyah"},
		welcome:    "Programa karşı %s taşlarla oynuyorsunuz; kurallar: %s. c3-c4 gibi bir hamle ya da 'yardım' yazın.",
		help:       playHelpTurkish,
		prompt:     "Hamleniz",
		toPlay:     "%d. hamle. %s oynar.",
		mustTake:   "Alma zorunluluğu: %s almalısınız; %s var.",
		thinking:   "Program düşünüyor ...",
		engineMove: "Program oynadı: %s.",
		hint:       "İpucu: %s (%s).",
		takes:      "%s alınan: %s",
		scoreIs:    "değer",
		decimal:    ",",

		won:             "%s kazandı: %s. Tebrikler, galip geldiniz!",
		lost:            "%s kazandı: %s. Kaybettiniz.",
		drawn:           "Beraberlik: %s.",
		afterwards:      "'kaydet DOSYA' oyunu saklar, 'geri al' son hamlenizi geri alır, 'çık' çıkar.",
		afterwardsSaved: "'geri al' son hamlenizi geri alır, 'çık' çıkar.",
		isOver:          "Oyun bitti; 'geri al' son hamlenizi geri alır, 'çık' çıkar.",
		nothingToUndo:   "Geri alınacak bir hamleniz yok.",
		inputEnded:      "Girdi bitti. Hoşça kalın.",
		tooLong:         "Bu satır bir hamle ya da komut olamayacak kadar uzun.",

		saveWhere:   "Dosyanın adını da yazın: 'kaydet oyun.pdn' gibi.",
		saveNothing: "Hiç oynanmadı, kaydedilecek bir şey yok.",
		saved:       "Oyun kaydedildi: %s.",
		saveExists:  "%s zaten var ve olduğu gibi kalıyor; başka bir ad seçin.",
		saveFailed:  "Oyun kaydedilemedi: %s.",

		unreadable: "'%s' ne bir hamle ne de bir komut. Sessiz hamle c3-c4, taş alma c3xc5 diye yazılır; komutlar için 'yardım' yazın.",

		pieces:  func(n int) string { return fmt.Sprintf("%d taş", n) },
		ways:    func(n int) string { return fmt.Sprintf("%d yol", n) },
		winsIn:  func(moves int) string { return fmt.Sprintf("%d hamlede kazanırsınız", moves) },
		losesIn: func(moves int) string { return fmt.Sprintf("%d hamlede kaybedersiniz", moves) },
		reason:  reasonInTurkish,
	}
}

const playHelpTurkish = `Hamleler
  c3-c4             sessiz hamle: nereden, nereye
  c3xc5xe5          taş alma: nereden, ve konulan her kare
  c3xe5             kısası, yalnız bir hamleye uyuyorsa
Komutlar
  hamleler          oynanabilecek hamleleri sıralar
  ipucu             programın ne oynayacağını söyler
  geri al           son hamlenizi ve programın yanıtını geri alır
  tahta             tahtayı yeniden çizer; son hamle [ ] içindedir
  fen               konumu metin olarak yazar
  taraf değiştir    programla taraf değiştirir
  kaydet DOSYA      oyunu yeni bir PDN dosyasına yazar
  pes               oyunu bırakır
  çık               çıkar
`

func reasonInTurkish(t dama.Termination, loser string, f dama.Facts) string {
	switch t {
	case dama.Elimination:
		return loser + "ın taşı kalmadı"
	case dama.BlockedSide:
		return loser + " kapalı, hamlesi kalmadı"
	case dama.OnePieceEachDrawn:
		return "iki tarafta da tek taş kaldı"
	case dama.KingVersusManDrawn:
		return "tek taşa karşı tek dama"
	case dama.RepetitionDrawn:
		return fmt.Sprintf("aynı konum %d kez oluştu", f.Repetition)
	case dama.KingMovesDrawn:
		return fmt.Sprintf("taş alınmadan art arda %d dama hamlesi", f.KingMoveLimit)
	case dama.NoProgressDrawn:
		return fmt.Sprintf("art arda %d ilerlemesiz hamle", f.NoProgressPlies)
	case playResignation:
		return loser + " pes etti"
	}
	return string(t)
}

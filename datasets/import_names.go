package datasets

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"damalab/dama"
)

// maxNameBytes is far above the length of a name, and bounds what a file that gives
// a megabyte as one can put into a shard.
const maxNameBytes = 400

// setPlayers writes the players' names into a row; a tag that is missing gives an
// empty name.
func setPlayers(g *dama.PDNGame, row *importedGame) (notes []ImportEntry) {
	for _, player := range []struct {
		tag string
		to  *string
	}{{"White", &row.White}, {"Black", &row.Black}} {
		value, _ := g.Tag(player.tag)
		name := toUTF8(value)
		if name != value {
			notes = append(notes, gameEntry(g, ImportEncoding, "the name in the tag %s is not UTF-8; as Windows-1254 it is %.100q", player.tag, name))
		}
		*player.to = cleanName(name)
		if *player.to != strings.TrimSpace(name) {
			notes = append(notes, gameEntry(g, ImportNameChanged, "the name in the tag %s has control characters, or more than %d bytes; it is kept as %.100q",
				player.tag, maxNameBytes, *player.to))
		}
	}
	return notes
}

// cleanName makes one line of a name, without blanks around it.
func cleanName(name string) string {
	name = strings.TrimSpace(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, name))
	if len(name) <= maxNameBytes {
		return name
	}
	end := maxNameBytes
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return strings.TrimSpace(name[:end])
}

// toUTF8 returns a text that is UTF-8 as it is, and reads any other as Windows-1254,
// in which Turkish was written before. That differs from Latin-1 in six letters,
// all of them Turkish.
func toUTF8(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		b.WriteRune(windows1254(text[i]))
	}
	return b.String()
}

// windows1254 returns the character of a byte; U+FFFD where the code has none.
func windows1254(c byte) rune {
	// The 32 characters from 0x80.
	const high = "€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffd\ufffd\ufffd\ufffd‘’“”•–—˜™š›œ\ufffd\ufffdŸ"
	switch c {
	case 0xD0:
		return 'Ğ'
	case 0xDD:
		return 'İ'
	case 0xDE:
		return 'Ş'
	case 0xF0:
		return 'ğ'
	case 0xFD:
		return 'ı'
	case 0xFE:
		return 'ş'
	}
	if c >= 0x80 && c < 0xA0 {
		return []rune(high)[c-0x80]
	}
	return rune(c)
}

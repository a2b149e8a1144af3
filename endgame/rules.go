package endgame

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"damalab/dama"
)

// Rules are the facts of a ruleset that decide what a table holds. Rulesets that
// differ elsewhere share their tables.
type Rules struct {
	Promotion     dama.Promotion     `json:"promotion"`
	Reversal      dama.Reversal      `json:"reversal"`
	OnePieceEach  dama.OnePieceEach  `json:"one_piece_each"`
	KingVersusMan dama.KingVersusMan `json:"king_versus_man"`
}

// RulesOf picks the facts that matter. Where one piece each is always a draw, a
// king against a man is one, whatever else is said of it.
func RulesOf(f dama.Facts) Rules {
	r := Rules{f.Promotion, f.Reversal, f.OnePieceEach, f.KingVersusMan}
	if r.OnePieceEach == dama.OnePieceDraw {
		r.KingVersusMan = dama.KingVersusManDraw
	}
	return r
}

// Facts returns the rules as facts without repetition and counters.
func (r Rules) Facts() dama.Facts {
	return dama.Facts{
		Promotion: r.Promotion, Reversal: r.Reversal,
		OnePieceEach: r.OnePieceEach, KingVersusMan: r.KingVersusMan, NoProgressResets: []dama.Reset{},
	}
}

// Digest identifies the rules: the SHA-256, in hex, of their JSON.
func (r Rules) Digest() string {
	data, err := json.Marshal(r)
	if err != nil {
		panic("endgame: rules do not marshal: " + err.Error()) // strings always do
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// validate refuses facts without a meaning, and facts that are not as RulesOf
// writes them.
func (r Rules) validate() error {
	if err := r.Facts().Validate(); err != nil {
		return err
	}
	if r != RulesOf(r.Facts()) {
		return fmt.Errorf("king_versus_man = %q: it is \"draw\" where one piece each is", r.KingVersusMan)
	}
	return nil
}

// differences names the facts in which two sets of rules differ, the values of
// both beside each.
func (r Rules) differences(other Rules) string {
	var list []string
	say := func(fact, a, b string) {
		if a != b {
			list = append(list, fmt.Sprintf("%s is %q there and %q here", fact, a, b))
		}
	}
	say("promotion", string(r.Promotion), string(other.Promotion))
	say("reversal", string(r.Reversal), string(other.Reversal))
	say("one_piece_each", string(r.OnePieceEach), string(other.OnePieceEach))
	say("king_versus_man", string(r.KingVersusMan), string(other.KingVersusMan))
	return strings.Join(list, ", ")
}

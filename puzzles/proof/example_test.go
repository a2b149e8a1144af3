package proof_test

import (
	"fmt"

	"damalab/dama"
	"damalab/puzzles/proof"
)

// The man on h3 must take two pieces; the man on a3 may not take one.
func Example() {
	rules, _ := dama.FindRuleset(dama.DefaultRuleset)
	position, _ := dama.ParseFEN("W:Wa3,h3:Ba4,h4,h6")
	certificate, _ := proof.MaximumOf(rules.Facts, position)
	fmt.Println(string(certificate.Encode()))
	fmt.Println(proof.Check(rules.Facts, position.FEN(), []string{"h3xh5xh7"}, certificate.Encode()))

	certificate.Decoys = nil
	fmt.Println(proof.Check(rules.Facts, position.FEN(), []string{"h3xh5xh7"}, certificate.Encode()))
	// Output:
	// {"format":"dama-proof","version":1,"kind":"maximum","promotion":"move-end","reversal":"forbidden","fen":"W:Wa3,h3:Ba4,h4,h6","captures":2,"solution":"h3xh5xh7","routes":["h3xh5xh7"],"decoys":[{"move":"a3xa5","captures":1}]}
	// <nil>
	// the certificate differs from what the referee finds: it lists 0 decoys instead of 1
}

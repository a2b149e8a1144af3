package puzzles

import (
	"errors"
	"reflect"

	"damalab/dama"
	"damalab/datasets"
	"damalab/puzzles/proof"
)

// lineMiner is what the kinds choice and shot have in common: from a claim to a
// row.
type lineMiner struct {
	ruleset  dama.Ruleset
	gen      dama.Generator
	criteria LineCriteria
	deeper   *deeper
}

// claims are what to try to prove of a first move, the greatest gain first: a move
// that seems to get so much may get less once every reply has been tried.
func (m lineMiner) claims(t terms, first moveID, gain, least int) []claim {
	var list []claim
	if gain >= proof.Win {
		list = append(list, m.claim(t, first, gain))
		gain = least + 6*manValue // a win that is none may still be much
	}
	for ; gain >= least; gain -= manValue {
		list = append(list, m.claim(t, first, gain))
	}
	return list
}

func (m lineMiner) claim(t terms, first moveID, gain int) claim {
	return claim{
		first: first, gain: gain,
		others:  min(gain-m.criteria.MinMargin, m.criteria.MaxOthers-t.start),
		horizon: m.criteria.Horizon, keep: m.criteria.KeepNodes, hold: m.criteria.HoldNodes, plies: m.criteria.MaxPlies,
	}
}

// finish turns a solved position into a puzzle, or says what is against it.
func (m lineMiner) finish(s spot, kind datasets.PuzzleKind, found *solved, worth func(*solved) Reason) verdict {
	if reason := m.stand(found, worth); reason != "" {
		return verdict{reason: reason}
	}
	certificate, ok := found.certificate(string(kind), m.criteria.MaxEdges)
	if !ok {
		return verdict{reason: TooLarge}
	}
	text := certificate.Encode()
	if err := proof.Check(m.ruleset.Facts, s.position.FEN(), certificate.Solution, text); err != nil {
		return verdict{reason: RefereeDisagrees, detail: err.Error()}
	}
	subject, err := SubjectOf(m.ruleset.Facts, s.position, certificate.Solution...)
	if err != nil {
		return verdict{reason: RefereeDisagrees, detail: err.Error()}
	}
	row := s.row(kind, m.ruleset)
	row.Solution, row.Proof = certificate.Solution, string(text)
	deriveLine(fastBook{}, m.ruleset.Name, subject, certificate, found.elsewhere(certificate)).fill(&row)
	return verdict{puzzle: row, reason: m.again(row)}
}

// again lets package proof search for a second solution, as [VerifyAll] does if it is
// asked to.
func (m lineMiner) again(row datasets.Puzzle) Reason {
	if m.criteria.AgainPlies == 0 {
		return ""
	}
	o := proof.DeepOptions{Plies: m.criteria.AgainPlies, Nodes: m.criteria.AgainNodes}
	switch err := proof.CheckDeep(m.ruleset.Facts, row.FEN, row.Solution, int(row.Gain), o); {
	case errors.Is(err, proof.ErrNodes):
		return Undecided
	case err != nil:
		return Unstable
	}
	return ""
}

// stand says what is against a solved position when one looks further. Where that
// is about a later move, the line ends before it, as it does before a move that is
// not proven to be the only one.
func (m lineMiner) stand(found *solved, worth func(*solved) Reason) Reason {
	for {
		reason, step := m.deeper.unsound(found, m.criteria)
		if reason == "" || step == 0 {
			return reason
		}
		found.line = found.line[:step-1]
		if reason := worth(found); reason != "" {
			return reason
		}
	}
}

// elsewhere answers for other rulesets by writing the certificate once more under
// their facts. One that was made under them needs no confirmation here.
func (s *solved) elsewhere(certificate proof.Line) elsewhere {
	return elsewhere{
		holds: func(f dama.Facts) bool {
			other := *s
			other.facts = f
			again, ok := other.certificate(certificate.Kind, certificate.Edges())
			return ok && reflect.DeepEqual(again, certificate.Under(f))
		},
		confirms: func(dama.Facts, proof.Line) bool { return true },
	}
}

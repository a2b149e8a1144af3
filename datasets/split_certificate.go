package datasets

import (
	"context"
	"errors"
	"fmt"

	"damalab/dama"
)

// Certificate is what split.json says of a split: how it was made, and that no
// compared position is in two parts, counted from the files of the parts.
type Certificate struct {
	Schema  string `json:"schema"` // "damalab-split"
	Version int    `json:"version"`
	Tool    string `json:"tool"`
	// Input is the dataset that was split.
	Input CertifiedData `json:"input"`
	// Rule is "join" or "leave-out"; see [SplitOptions].
	Rule    string `json:"rule"`
	FromPly *int   `json:"from_ply"` // null: the end of each game's own opening
	Seed    uint64 `json:"seed"`
	// Groups is the number of groups of games, and LargestGroup the number of
	// games in the largest.
	Groups       int64           `json:"groups"`
	LargestGroup int64           `json:"largest_group"`
	Parts        []CertifiedPart `json:"parts"` // train, validation, test
	// Shared is the number of canonical positions in more than one part, which is 0.
	Shared int64 `json:"positions_in_several_parts"`
	// LeftOut are the ids of the games that are in no part, in their order.
	LeftOut []string `json:"left_out"`
}

// CertifiedData identifies a dataset's games.
type CertifiedData struct {
	SpecDigest string `json:"spec_digest"`
	// DataDigest is the SHA-256 of a line "CHECKSUM  PATH" for each file of games.
	DataDigest string `json:"data_digest"`
	Games      int64  `json:"games"`
}

// CertifiedPart is a part of a split.
type CertifiedPart struct {
	Part string `json:"part"`
	CertifiedData
	Asked   int     `json:"asked_percent"`
	Reached float64 `json:"reached_percent"` // of the games of the input
	// Positions is the number of different canonical positions that are compared.
	Positions int64 `json:"positions"`
}

func certified(d *Dataset) CertifiedData {
	return CertifiedData{d.Manifest.SpecDigest, d.dataDigest(Games), d.Manifest.games()}
}

// certify fills in the certificate from the files that were written. A position in
// two parts, or a game that got lost, is an error: the split is wrong then.
func (s *splitting) certify() error {
	s.out = Certificate{
		Schema: Schema + "-split", Version: Version, Tool: ToolVersion,
		Input: certified(s.data), Rule: s.options.rule(), FromPly: s.options.FromPly, Seed: s.options.Seed,
		Groups: s.groups.count, LargestGroup: s.groups.largest, LeftOut: []string{},
	}
	games := int64(0)
	for i, part := range s.parts {
		c := CertifiedPart{Part: partNames()[i], CertifiedData: certified(part), Asked: s.options.Shares[i]}
		c.Reached = 100 * float64(c.Games) / float64(s.games)
		games += c.Games
		s.out.Parts = append(s.out.Parts, c)
	}
	if err := s.nameLeftOut(); err != nil {
		return err
	}
	if games += int64(len(s.out.LeftOut)); games != s.games {
		return fmt.Errorf("the parts have %d games of %d, which is a fault of this program", games, s.games)
	}
	if err := s.countPositions(); err != nil {
		return err
	}
	if s.out.Shared != 0 {
		return fmt.Errorf("%d positions are in more than one part, which is a fault of this program", s.out.Shared)
	}
	return nil
}

func (s *splitting) nameLeftOut() error {
	if !s.options.LeaveOut {
		return nil
	}
	n := 0
	for game, err := range placedRows[Game](s.ctx, s.data) {
		if err != nil {
			return err
		}
		if s.part[n] == leftOut {
			s.out.LeftOut = append(s.out.LeftOut, game.row.ID)
		}
		n++
	}
	return nil
}

// countPositions reads the parts back and compares the whole boards of their
// positions. It shares nothing with the grouping but what a compared position is.
func (s *splitting) countPositions() (err error) {
	boards, err := newPartition(s.dir, boardsBytes, 1)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, boards.remove()) }()
	var record []byte
	for i, part := range s.parts {
		err := eachCompared(s.ctx, part, s.options, func(p dama.Position, _ bool) error {
			canonical, _ := p.Canonical()
			record = append(appendBoards(record[:0], canonical), byte(i))
			return boards.add(record)
		}, func() error { return nil })
		if err != nil {
			return err
		}
	}
	return boards.each(func(k *keyed) error {
		parts := make([]byte, k.len()) // by first record: a bit for each part
		for i := range k.len() {
			parts[k.first[i]] |= 1 << k.tag(i)[0]
		}
		for _, in := range parts {
			for i := range s.out.Parts {
				s.out.Parts[i].Positions += int64(in >> i & 1)
			}
			if in&(in-1) != 0 {
				s.out.Shared++
			}
		}
		return nil
	})
}

// eachCompared visits the compared positions of all games in order, and calls next
// after each game.
func eachCompared(ctx context.Context, d *Dataset, o SplitOptions, visit func(p dama.Position, afterOpening bool) error, next func() error) error {
	for game, err := range placedRows[Game](ctx, d) {
		if err != nil {
			return err
		}
		positions, err := d.replay(game)
		if err != nil {
			return err
		}
		opening, plies := int(game.row.OpeningPlies), len(game.row.Moves)
		hasOpening := opening > 0 || o.FromPly == nil
		for ply, p := range positions {
			afterOpening := hasOpening && ply == opening
			if !afterOpening && (ply < o.from(&game.row) || ply == plies) {
				continue
			}
			if err := visit(p, afterOpening); err != nil {
				return err
			}
		}
		if err := next(); err != nil {
			return err
		}
	}
	return nil
}

// replay returns the positions of a game: those before each move and the last one.
func (d *Dataset) replay(game placed[Game]) ([]dama.Position, error) {
	rules, err := d.Manifest.rulesOf(&game.row)
	if err != nil {
		return nil, fmt.Errorf("%v: %w", game.at, err)
	}
	p, moves, err := game.row.Replay(rules.Generator())
	if err != nil {
		return nil, fmt.Errorf("%v: game %s, %w", game.at, game.row.ID, err)
	}
	positions := make([]dama.Position, 1, len(moves)+1)
	positions[0] = p
	for _, m := range moves {
		p = p.Make(m)
		positions = append(positions, p)
	}
	return positions, nil
}

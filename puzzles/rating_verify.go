package puzzles

import (
	"context"
	"fmt"
	"iter"
	"path/filepath"

	"damalab/dama"
	"damalab/datasets"
)

// ratingKey is where the metadata of a file of puzzles says how they were rated.
const ratingKey = "rating"

// ratedBy is what it says of the ladder's ratings.
const ratedBy = "ladder " + LadderVersion

// Rated tells whether a dataset's puzzles were rated by the ladder, as the metadata
// of their files says; see [VerifyRated].
func Rated(d *datasets.Dataset) (bool, error) {
	rated := false
	for _, info := range d.Shards(datasets.Puzzles) {
		path := filepath.Join(d.Dir, filepath.FromSlash(info.Path))
		header, err := datasets.ReadHeader(path)
		if err != nil {
			return false, err
		}
		switch by := header.Extra[ratingKey]; by {
		case "":
		case ratedBy:
			rated = true
		default:
			return false, fmt.Errorf("%s: the puzzles are rated by %q, and this program knows %q", path, by, ratedBy)
		}
	}
	return rated, nil
}

// VerifyRated is [Verify] for a set that the ladder has rated. What the ladder's
// solvers do is not done again, and a rating depends on all puzzles of its set: of
// ratings with an error below 350 it checks that they are in the ladder's range. An
// error of 350 marks one by the position alone, which is worked out again.
func VerifyRated(ctx context.Context, rows iter.Seq2[datasets.Puzzle, error], facts dama.Facts) (Report, error) {
	return VerifyAll(ctx, rows, VerifyOptions{Rated: true, Ruleset: func(name string) (dama.Ruleset, bool) {
		return dama.Ruleset{Name: name, Facts: facts}, true
	}})
}

// VerifyOneRated is [VerifyRated] for one row.
func VerifyOneRated(row datasets.Puzzle, facts dama.Facts) error {
	return verifyRated(row, facts, newShelf())
}

func verifyRated(row datasets.Puzzle, facts dama.Facts, tables *shelf) error {
	switch {
	case row.RatingError == gradeError:
		return verifyRow(row, facts, false, tables)
	case row.RatingError < 1 || row.RatingError > maxRatingError:
		return fmt.Errorf("rating_error is %d, and the ladder gives 1 to %d", row.RatingError, maxRatingError)
	case row.Rating < minRating || row.Rating > maxRating:
		return fmt.Errorf("rating is %d, and the ladder gives %d to %d", row.Rating, minRating, maxRating)
	}
	return verifyRow(row, facts, true, tables)
}

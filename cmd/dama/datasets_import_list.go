package main

import (
	"fmt"

	"damalab/datasets"
)

// shownEntries is how many lines of skipped games are listed on standard error, and
// how many of notes.
const shownEntries = 20

// importList keeps the first of the skipped games and notes, to be shown when no
// progress bar is in the way.
type importList struct {
	e              *env
	skipped, noted entryList
}

func (l *importList) add(entry datasets.ImportEntry) error {
	if entry.Skipped {
		l.skipped.add(entry)
	} else {
		l.noted.add(entry)
	}
	return nil
}

func (l *importList) print() {
	l.skipped.print(l.e, "skipped")
	l.noted.print(l.e, "noted")
}

func (l *importList) printCounts() {
	if n := sumOf(l.skipped.counts); n > 0 {
		l.e.note("import: %s skipped%s", thousands(n), reasonsText(l.skipped.counts))
	}
}

// entryList keeps the first entries, those that say the same in a row together.
type entryList struct {
	first  []repeatedEntry
	more   int // games of those that are not kept
	counts map[datasets.ImportReason]int
}

// repeatedEntry is an entry with the number of games in a row that it is true of.
type repeatedEntry struct {
	datasets.ImportEntry
	times int
}

func (l *entryList) add(entry datasets.ImportEntry) {
	if l.counts == nil {
		l.counts = map[datasets.ImportReason]int{}
	}
	l.counts[entry.Reason]++
	n := len(l.first)
	switch {
	case l.more == 0 && n > 0 && l.first[n-1].saysToo(entry):
		l.first[n-1].times++
	case l.more == 0 && n < shownEntries:
		l.first = append(l.first, repeatedEntry{entry, 1})
	default:
		l.more++
	}
}

// saysToo tells whether the next entry says the same of another game.
func (r *repeatedEntry) saysToo(next datasets.ImportEntry) bool {
	return r.File == next.File && r.Reason == next.Reason && r.Detail == next.Detail
}

func (l *entryList) print(e *env, what string) {
	for _, s := range l.first {
		at := s.File
		switch {
		case s.times > 1:
			at += fmt.Sprintf(":%d: %s from game %d on", s.Line, counted(s.times, "game"), s.Game)
		case s.Game > 0:
			at += fmt.Sprintf(":%d: game %d", s.Line, s.Game)
		}
		if s.Ply > 0 {
			at += fmt.Sprintf(", ply %d", s.Ply)
		}
		e.note("import: %s %s: %s: %s", what, at, s.Reason, s.Detail)
	}
	if l.more > 0 {
		e.note("import: and %s more %s; --report FILE lists all", thousands(l.more), what)
	}
}

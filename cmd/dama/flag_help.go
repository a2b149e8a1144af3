package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// helpFlag returns a flag as it stands in the help. The library prints the zero of
// numbers and truth values as their default, also where it stands for "not given" or
// where the text says what is taken then.
func helpFlag(f cli.Flag) cli.Flag {
	silent := func(isZero bool, usage, text string) bool {
		return text == "" && (isZero || strings.Contains(usage, "(default: "))
	}
	switch f := f.(type) {
	case *cli.BoolFlag:
		f.DisableDefaultText = true
	case *cli.IntFlag:
		if silent(f.Value == 0, f.Usage, f.DefaultText) {
			return noDefault{f}
		}
	case *cli.Uint64Flag:
		if silent(f.Value == 0, f.Usage, f.DefaultText) {
			return noDefault{f}
		}
	case *cli.DurationFlag:
		if silent(f.Value == 0, f.Usage, f.DefaultText) {
			return noDefault{f}
		}
	}
	return f
}

// helpedFlag is what the library wants of a flag that it lists.
type helpedFlag interface {
	cli.DocGenerationFlag
	cli.RequiredFlag
	cli.VisibleFlag
	cli.CategorizableFlag
}

// noDefault is a flag whose default is not printed.
type noDefault struct{ helpedFlag }

// GetDefaultText implements [cli.DocGenerationFlag].
func (f noDefault) GetDefaultText() string { return "" }

// String implements [cli.Flag]: the line of the help.
func (f noDefault) String() string { return cli.FlagStringer(f) }

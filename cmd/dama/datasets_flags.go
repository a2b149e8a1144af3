package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// Flags of the commands about datasets. What is said of a flag in its command's help
// is said again where it is missing.

// inFlag is --in; what names the datasets that the command is for.
func inFlag(what string) cli.Flag { return &cli.StringFlag{Name: "in", Usage: "the folder of " + what} }

// outFolderFlag is --out of a command that makes a dataset.
func outFolderFlag() cli.Flag {
	return &cli.StringFlag{Name: "out", Usage: "the folder to write to, new or empty"}
}

// needed reads a flag that has to be given.
func needed(c *cli.Context, name string) (string, error) {
	text := c.String(name)
	if text == "" {
		return "", missingFlag(c, name)
	}
	return text, nil
}

// neededList reads a flag that has to be given once at least.
func neededList(c *cli.Context, name string) ([]string, error) {
	list := c.StringSlice(name)
	if len(list) == 0 || slices.Contains(list, "") {
		return nil, missingFlag(c, name)
	}
	return list, nil
}

// missingFlag is the error of a flag that is not given, with what it stands for.
func missingFlag(c *cli.Context, name string) error {
	for _, f := range c.Command.Flags {
		if doc, ok := f.(cli.DocGenerationFlag); ok && f.Names()[0] == name {
			return badUsage("--%s is missing: %s", name, doc.GetUsage())
		}
	}
	return badUsage("--%s is missing", name)
}

// inAndOut reads --in, --out and --format, in that order.
func inAndOut(c *cli.Context) (in, out string, json bool, err error) {
	if in, err = needed(c, "in"); err != nil {
		return "", "", false, err
	}
	if out, err = needed(c, "out"); err != nil {
		return "", "", false, err
	}
	json, err = asJSON(c)
	return in, out, json, err
}

// inAndFormat reads --in and --format.
func inAndFormat(c *cli.Context) (in string, json bool, err error) {
	if in, err = needed(c, "in"); err != nil {
		return "", false, err
	}
	json, err = asJSON(c)
	return in, json, err
}

// reading shows the progress of a command that makes no dataset.
func reading(e *env, command, dir string) *progress {
	show := newProgress(e)
	if show.bars != nil { // off a terminal a line that says so would be noise
		show.stage(command, dir)
	}
	return show
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/endgame"
)

// Completion is done here and not by the library, which panics on some half-typed
// flags (its issue 1822) and knows no values. The shell calls the program with
// the words typed so far, the last of them perhaps empty, and askCompletion.

const askCompletion = "--generate-bash-completion"

// completing returns the words after the program's name if args ask for
// completions.
func completing(args []string) (words []string, ok bool) {
	if len(args) < 2 || args[len(args)-1] != askCompletion {
		return nil, false
	}
	return args[1 : len(args)-1], true
}

// complete prints what the last word could become, one a line.
func (e *env) complete(app *cli.App, words []string) {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	for _, c := range candidates(app, words[:len(words)-1], last) {
		if strings.HasPrefix(c, last) {
			e.printf("%s\n", c)
		}
	}
}

func candidates(app *cli.App, before []string, last string) []string {
	commands, flags := app.Commands, []cli.Flag(nil)
	for _, w := range before {
		for _, c := range commands {
			if c.Name == w {
				commands, flags = c.Subcommands, c.Flags
				break
			}
		}
	}
	if len(before) > 0 {
		if values, ok := flagValues(flags, before[len(before)-1]); ok {
			return values
		}
	}
	var names []string
	if strings.HasPrefix(last, "-") || len(commands) == 0 {
		for _, f := range append(slices.Clone(flags), cli.HelpFlag) {
			names = append(names, "--"+f.Names()[0])
		}
		return names
	}
	for _, c := range commands {
		names = append(names, c.Name)
	}
	return names
}

// flagValues returns the values to offer after a word; ok is false if the word is
// no flag that takes one.
func flagValues(flags []cli.Flag, word string) (values []string, ok bool) {
	for _, f := range flags {
		if word != "--"+f.Names()[0] {
			continue
		}
		if _, isBool := f.(*cli.BoolFlag); isBool {
			return nil, false
		}
		switch f.Names()[0] {
		case "ruleset":
			for _, r := range dama.Rulesets() {
				values = append(values, r.Name)
			}
		case "format":
			values = []string{"text", "json"}
			if s, ok := f.(*cli.StringFlag); ok && s.Value == "" { // not that of formatFlag
				values = exportFormats()
			}
		case "what":
			values = []string{"games", "positions", "puzzles"}
		case "count":
			values = []string{"moves", "routes"}
		case "shell":
			values = []string{"bash", "zsh"}
		case "color":
			values = []string{"white", "black"}
		case "lang":
			values = []string{"en", "tr"}
		case "endgame":
			values = []string{endgame.BuiltinName}
		case "a", "b":
			values = []string{"default", "plain", "hub:"}
		}
		return values, true
	}
	return nil, false
}

// completionScript returns the shell function that asks the program for
// completions.
func completionScript(shell string) (string, bool) {
	switch shell {
	case "bash":
		return `_dama() {
  local IFS=$'\n'
  COMPREPLY=($("${COMP_WORDS[0]}" "${COMP_WORDS[@]:1:COMP_CWORD}" ` + askCompletion + ` 2>/dev/null))
}
complete -o bashdefault -o default -F _dama dama
`, true
	case "zsh":
		return `#compdef dama
_dama() {
  local -a offers
  offers=("${(@f)$("${words[1]}" "${(@)words[2,CURRENT]}" ` + askCompletion + ` 2>/dev/null)}")
  if [[ -n "${offers[1]}" ]]; then compadd -- "${offers[@]}"; else _files; fi
}
compdef _dama dama
`, true
	}
	return "", false
}

func completionCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "a script that completes commands, flags and values in the shell",
		Description: "bash: source <(dama completion --shell bash)\nzsh:  source <(dama completion --shell zsh)",
		Flags:       []cli.Flag{&cli.StringFlag{Name: "shell", Value: "bash", Usage: "bash or zsh"}},
		Action: func(c *cli.Context) error {
			script, ok := completionScript(c.String("shell"))
			if !ok {
				return badUsage("--shell: %q is neither bash nor zsh", c.String("shell"))
			}
			_, err := fmt.Fprint(e.stdout, script)
			return err
		},
	}
}

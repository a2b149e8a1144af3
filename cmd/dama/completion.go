package main

import (
	"fmt"

	"github.com/urfave/cli/v2"
)

// completionScript returns the shell function that asks the program itself for
// completions.
func completionScript(shell string) (string, bool) {
	switch shell {
	case "bash":
		return `_dama() {
  local cur="${COMP_WORDS[COMP_CWORD]}" words
  words=("${COMP_WORDS[@]:0:COMP_CWORD}")
  if [[ "$cur" == -* ]]; then words+=("$cur"); fi
  COMPREPLY=($(compgen -W "$("${words[@]}" --generate-bash-completion 2>/dev/null)" -- "$cur"))
}
complete -o bashdefault -o default -F _dama dama
`, true
	case "zsh":
		return `#compdef dama
_dama() {
  local -a opts
  local cur="${words[-1]}"
  if [[ "$cur" == -* ]]; then
    opts=("${(@f)$(${words[@]:0:#words[@]-1} ${cur} --generate-bash-completion 2>/dev/null)}")
  else
    opts=("${(@f)$(${words[@]:0:#words[@]-1} --generate-bash-completion 2>/dev/null)}")
  fi
  if [[ "${opts[1]}" != "" ]]; then _describe 'values' opts; else _files; fi
}
compdef _dama dama
`, true
	}
	return "", false
}

func completionCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "completion", Usage: "a script that completes commands and flags in the shell",
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

package main

import (
	"runtime"
	"runtime/debug"

	"github.com/urfave/cli/v2"

	"damalab/dama"
	"damalab/datasets"
	"damalab/eval"
	"damalab/search"
)

// versionInfo is what `dama version` knows.
type versionInfo struct {
	Tool     string          `json:"tool"`
	Go       string          `json:"go"`
	Platform string          `json:"platform"`
	Revision string          `json:"revision,omitempty"`
	Modified bool            `json:"modified,omitempty"`
	Engine   string          `json:"engine"`
	Weights  string          `json:"weights_digest"`
	Rulesets []rulesetDigest `json:"rulesets"`
}

type rulesetDigest struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
}

func versionCommand(e *env) *cli.Command {
	return &cli.Command{
		Name: "version", Usage: "version, build and the digests of the rulesets",
		Flags: []cli.Flag{formatFlag()},
		Action: func(c *cli.Context) error {
			inJSON, err := asJSON(c)
			if err != nil {
				return err
			}
			info := collectVersion()
			if inJSON {
				return e.printJSON(info)
			}
			e.printf("%s\nengine %s, weights %s\n%s %s", info.Tool, info.Engine, info.Weights, info.Go, info.Platform)
			if info.Revision != "" {
				e.printf(", revision %s", info.Revision)
				if info.Modified {
					e.printf(" with changes")
				}
			}
			e.printf("\n\nruleset         digest\n")
			for _, r := range info.Rulesets {
				e.printf("%-15s %s\n", r.Name, r.Digest)
			}
			return nil
		},
	}
}

func collectVersion() versionInfo {
	info := versionInfo{
		Tool: datasets.ToolVersion, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH,
		Engine: search.Version, Weights: eval.Default().Digest(),
	}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, s := range build.Settings {
			switch s.Key {
			case "vcs.revision":
				info.Revision = s.Value
			case "vcs.modified":
				info.Modified = s.Value == "true"
			}
		}
	}
	for _, r := range dama.Rulesets() {
		info.Rulesets = append(info.Rulesets, rulesetDigest{r.Name, r.Digest()})
	}
	return info
}

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"damalab/dama"
	"damalab/eval"
	"damalab/search"
	"damalab/search/hub"
)

// TestHubPlays: the program asked through the protocol plays what its search
// finds.
func TestHubPlays(t *testing.T) {
	c, err := hub.Start(t.Context(), []string{"dama", "hub"}, hub.Options{Nodes: 5000, Ruleset: "ply-yard"})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	rules, err := dama.FindRuleset("ply-yard")
	if err != nil {
		t.Fatal(err)
	}
	engine := search.New(rules.Facts, eval.New(eval.Default()), search.DefaultParams())
	game := dama.NewHistory(rules.Facts, dama.StartPosition())
	for range 10 {
		found := engine.Search(t.Context(), game, search.Limits{Nodes: 5000}, nil)
		m, err := c.Move(t.Context(), game)
		if err != nil || m != found.Best() {
			t.Fatalf("%v: %s, %v; the search finds %s", game.Position(), hub.FormatMove(m), err, hub.FormatMove(found.Best()))
		}
		game.Play(m)
	}
}

func TestHubRefusesWeightsOfOtherRules(t *testing.T) {
	w := *eval.Default()
	w.Ruleset = "federation"
	data, err := w.Encode()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "weights.json")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	argv := []string{"dama", "hub", "--weights", path}
	c, err := hub.Start(t.Context(), argv, hub.Options{Depth: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
	_, err = hub.Start(t.Context(), argv, hub.Options{Depth: 1, Ruleset: "share-link"})
	if !errors.Is(err, hub.ErrProtocol) || !strings.Contains(err.Error(), "share-link") {
		t.Errorf("error %v", err)
	}
}

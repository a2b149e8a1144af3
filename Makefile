# Everything here needs Go, gcc (for the race detector) and make. The other
# tools are pinned in tools/go.mod and built by the go command when first used.

SHELL := bash
.DEFAULT_GOAL := help
.NOTPARALLEL: # check and deep run their steps in the order written

TOOL := go tool -modfile=tools/go.mod
FUZZTIME ?= 30s
BENCH ?= .
COUNT ?= 6

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

.PHONY: build
build: ## build bin/dama
	go build -o bin/dama ./cmd/dama

# The tests come last, so that the closing lines of the gate are theirs.
.PHONY: check
check: format vet staticcheck cross verify-readers test ## the whole gate, as CI runs it

.PHONY: format
format: ## list files that gofumpt would change, and fail on any
	@echo gofumpt -l .
	@tools/scripts/format.sh

.PHONY: fmt
fmt: ## rewrite files as gofumpt wants them
	$(TOOL) gofumpt -l -w .

.PHONY: vet
vet: ## go vet
	go vet ./...

.PHONY: staticcheck
staticcheck: ## staticcheck
	$(TOOL) staticcheck ./...

# vet type-checks tests too, and needs no linker for the other system.
.PHONY: cross
cross: ## does it compile for Windows and macOS
	GOOS=windows go vet ./...
	GOOS=darwin go vet ./...

# A module of its own, with cgo: its first build fetches and links DuckDB. What its
# tests read lies outside of it, where the cache of test results does not look.
.PHONY: verify-readers
verify-readers: ## other Parquet readers on our files, and the queries of docs/SQL.md
	cd tools/verify && go vet ./...
	cd tools/verify && go tool -modfile=../go.mod staticcheck ./...
	cd tools/verify && go test -count=1 ./...

.PHONY: test
test: ## go test with the race detector, short
	go test -race -short -timeout 60m ./...

.PHONY: deep
deep: ## the long perft, the slow docs, and every fuzz target for FUZZTIME (30s)
	DAMA_DEEP=1 go test -run Deep -timeout 60m ./...
	DAMA_SLOW_DOCS=1 go test -run Docs -timeout 60m ./internal/house
	tools/scripts/fuzz.sh $(FUZZTIME)

.PHONY: fuzz
fuzz: ## every fuzz target for FUZZTIME (30s)
	tools/scripts/fuzz.sh $(FUZZTIME)

.PHONY: bench
bench: ## run the benchmarks that match BENCH (all)
	tools/scripts/bench.sh '$(BENCH)'

.PHONY: bench-compare
bench-compare: ## benchmarks of the working tree against REF=commit, COUNT (6) rounds
	tools/scripts/bench-compare.sh '$(REF)' '$(BENCH)' $(COUNT)

.PHONY: strength
strength: ## what each feature and technique is worth, by matches (some minutes)
	@tools/scripts/strength.sh

.PHONY: golden
golden: ## rewrite golden files and scripts from what the code does now
	tools/scripts/golden.sh

.PHONY: endgames
endgames: ## make the built-in endgame tables again (seconds)
	tools/scripts/endgames.sh

# Every target works in a fresh clone and installs what it needs. `make` alone lists the targets.

SWIFT ?= swift
# Continuous integration builds with these. `make test CI=true` builds as it does. Debug information takes time, and
# is not used there.
CI_FLAGS := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error -debug-info-format none
SWIFT_FLAGS ?= $(if $(CI),$(CI_FLAGS))
SOURCES := Sources Tests Examples Plugins Benchmarks/Sources Benchmarks/Package.swift \
  Fuzz/Sources Fuzz/Package.swift Package.swift

# SwiftPM passes the traits on in the order of a set. In another order it would build everything again.
export SWIFT_DETERMINISTIC_HASHING := 1
export SWIFT
export PREFIX DESTDIR BINARY SWIFT_FLAGS

.DEFAULT_GOAL := help
.PHONY: $(shell awk -F: '/^[a-z-]+:/ { print $$1 }' $(firstword $(MAKEFILE_LIST)))

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

bootstrap: ## Install the libraries that a build needs, by apt or Homebrew
	@Scripts/bootstrap.sh

# The command line depends on all that a trait changes.
NO_TRAITS := --disable-default-traits --scratch-path .build-notraits --disable-index-store -debug-info-format none

build: bootstrap ## Build the library and the examples (TRAITS=none: without any trait, in a folder of their own)
ifeq ($(TRAITS),none)
	$(SWIFT) build $(NO_TRAITS) $(SWIFT_FLAGS) --target PlayerKitCLI
else
	$(SWIFT) build $(SWIFT_FLAGS)
endif

test: bootstrap ## Run the tests without sound card, network or account (FILTER=REGEX, KIND=pure|local|realTime)
	@Scripts/test.py $(if $(KIND),--only $(KIND)) $(if $(FILTER),--filter '$(FILTER)') $(SWIFT_FLAGS)

acceptance: bootstrap ## Run real programs against each other (WHAT=rooms: one file; QUICK=1: the sample of CI)
	$(SWIFT) build --build-tests $(SWIFT_FLAGS)
	@Acceptance/run.sh $(WHAT) $(if $(QUICK),--quick)

explore: bootstrap ## Search longer than the tests do: WHAT=machines|laws|commands|connect|world|joints|mutants|sanitize|live|tables
	@Scripts/explore.sh $(WHAT)

bench: bootstrap ## Measure against bounds and other players (WHAT=queue, WHAT=--list)
	@Benchmarks/run.sh $(WHAT)

fuzz: bootstrap ## Fuzz the parsers (WHAT="m3u feed": these alone; SECONDS=60 each)
	@Fuzz/run.py $(if $(SECONDS),--seconds $(SECONDS)) $(WHAT)

lint: ## Check the format, the imports, and the English (FIX=1: format the sources in place)
ifdef FIX
	$(SWIFT) format -i --parallel -r $(SOURCES)
else
	$(SWIFT) format lint --strict --parallel -r $(SOURCES)
endif
	@Scripts/lint.py
	@for page in $(notdir $(wildcard Documentation/Decisions/0*.md)); do grep -qF "($$page)" Documentation/Decisions/README.md || \
	  { echo "Documentation/Decisions/README.md has no line for $$page." >&2; exit 1; }; done

api: build ## Compare the public API with the last release's (UPDATE=1: write it as that of the release to come)
	@Scripts/api.py $(if $(UPDATE),--update)

docs: build ## Build the documentation as one site in .build-docs, and compile its snippets (CHECK=1: write no pages)
	@Scripts/docs.py $(if $(CHECK),--check)

release: api ## Tag the release that CHANGELOG.md describes; pushes nothing
	@packaging/release.sh

install: $(if $(BINARY),,bootstrap) ## Install playerkit, its manual and its units (PREFIX=/usr/local, DESTDIR, BINARY)
	@packaging/install.sh

demo: build ## Play a short queue of files, URLs and simulated previews
	$(SWIFT) run --skip-build playerkit demo

fixtures: ## Make the media files of the tests and the demo again (WHAT=tags)
	@Scripts/fixtures.py $(WHAT)

clean: ## Remove all build folders
	rm -rf .build .build-* Benchmarks/.build Fuzz/.build

# The one list of commands. Every one sets up what it needs, so a fresh checkout can start anywhere: `make help` lists them.

BIN := .venv/bin
PYTEST := $(BIN)/pytest
# Two processes; whichever is done first takes over tests of the other.
TWO := -n 2 --dist worksteal
# Browsers wait much; a third process takes what two leave idle.
THREE := -n 3 --dist worksteal
UNCOMPILED := NUMBA_DISABLE_JIT=1
# Worlds are compared with their twins, engines with theirs, and chances counted once, compiled: golden matches hold what
# is not compiled to the same.
ONCE := -k "not from_its_twin" -m "not many"
# Bounds-checked code is kept apart from the rest, or one would be loaded for the other.
BOUNDS := NUMBA_BOUNDSCHECK=1 COURTLY_CACHE_DIR=$(CURDIR)/var/cache/bounds

.DEFAULT_GOAL := help
.NOTPARALLEL:

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: play
play: ## Set up what playing needs and serve the pages on 127.0.0.1:8000
	@tools/setup.sh runtime
	@$(BIN)/courtly serve $(ARGS)

.PHONY: setup
setup: ## Make the whole environment, .venv, from the lock
	@tools/setup.sh dev

.PHONY: browser
browser: ## Make sure that Chromium is there for the browser tests
	@tools/browser.sh

.PHONY: postgresql
postgresql: ## Make sure that PostgreSQL is there for the tests that start a server of it
	@tools/postgresql.sh

.PHONY: test
test: test-uncompiled test-bounds test-rest ## Run every test: the rules' as plain Python and with bounds checks, the rest as players run it

.PHONY: test-compiled
test-compiled: setup browser postgresql ## Run all tests, browser included, as players run the code
	$(PYTEST) $(THREE) $(ARGS)

.PHONY: test-rest
test-rest: setup browser postgresql ## Run as players run the code what no other lane runs compiled
	$(BIN)/courtly warmup # or each of the three processes would compile the same
	$(PYTEST) $(THREE) --ignore=tests/games --ignore=tests/contract $(ARGS)

.PHONY: test-uncompiled
test-uncompiled: setup ## Run the rules' tests as plain Python; every line must be covered
	$(UNCOMPILED) $(PYTEST) $(TWO) --cov=courtly.engine --cov=courtly.games --cov-fail-under=100 \
	  --cov-report=term-missing:skip-covered $(ONCE) $(ARGS) tests/engine tests/games tests/contract

.PHONY: test-bounds
test-bounds: setup ## Run the rules' tests compiled with bounds checks
	$(BOUNDS) $(PYTEST) $(TWO) $(ARGS) tests/games tests/contract

.PHONY: test-browser
test-browser: setup browser ## Run the browser tests alone
	$(PYTEST) -m browser $(ARGS)

.PHONY: check
check: setup ## Check format, lint, types of Python and scripts, import layers, clauses against tests, generated pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	tools/types.sh
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.clauses --check
	$(BIN)/python -m tools.observations --check
	$(BIN)/python -m tools.views --check

.PHONY: format
format: setup ## Format the source and mend what lint can mend by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: docs
docs: setup ## Write the generated pages of docs/ again
	$(BIN)/python -m tools.clauses
	$(BIN)/python -m tools.observations
	$(BIN)/python -m tools.views

.PHONY: pictures
pictures: setup browser ## Take the pictures of docs/images/ again
	$(BIN)/python -m tools.pictures

.PHONY: golden
golden: setup ## Play the golden matches again and write down what happens now
	$(BIN)/python -m tests.golden

.PHONY: bench
bench: setup ## Measure the figures beside their peers (ARGS="--only PATTERN --json")
	@$(BIN)/courtly bench $(ARGS)

.PHONY: learning
learning: setup ## Run the examples that need PyTorch, in an environment of their own
	tools/learning.sh

.PHONY: mutants
mutants: setup ## Put faults into a game's kernels and list what no test notices (ARGS="courtisans --count 40")
	@$(BIN)/python -m tools.mutants $(ARGS)

.PHONY: lock
lock: setup ## Lock the newest versions that pyproject.toml allows
	tools/lock.sh

.PHONY: clean
clean: ## Remove the environment and everything else that a command made
	rm -rf .venv .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache dist htmlcov var/cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

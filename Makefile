# All commands of the project. Each command sets up its requirements first. `make help` lists them.

BIN := .venv/bin
PYTEST := $(BIN)/pytest
# Two processes; the one that finishes first takes over tests of the other.
TWO := -n 2 --dist worksteal
# Browser tests mostly wait, so a third process uses the idle time.
THREE := -n 3 --dist worksteal
UNCOMPILED := NUMBA_DISABLE_JIT=1
# The slow tests (twins, naive engines, frequencies) run only once, compiled. Golden matches ensure that uncompiled code
# behaves the same.
ONCE := -k "not from_its_twin" -m "not many"
# Bounds-checked code has a separate cache; otherwise one kind of code would be loaded for the other.
BOUNDS := NUMBA_BOUNDSCHECK=1 COURTLY_CACHE_DIR=$(CURDIR)/var/cache/bounds

.DEFAULT_GOAL := help
.NOTPARALLEL:

.PHONY: help
help: ## List the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: play
play: ## Set up the runtime and serve the pages on 127.0.0.1:8000
	@python3 -m tools.dev play $(ARGS)

.PHONY: setup
setup: ## Create the development environment, .venv, from the lock
	@python3 -m tools.dev setup dev

.PHONY: browser
browser: ## Install Chromium for the browser tests if it is missing
	@tools/browser.sh

.PHONY: postgresql
postgresql: ## Install PostgreSQL for the tests if it is missing
	@tools/postgresql.sh

.PHONY: test
test: test-uncompiled test-bounds test-rest ## Run all tests: rules as plain Python and with bounds checks, the rest compiled

.PHONY: test-compiled
test-compiled: setup browser postgresql ## Run all tests compiled, including the browser tests
	$(PYTEST) $(THREE) $(ARGS)

.PHONY: test-rest
test-rest: setup browser postgresql ## Run the tests compiled that test-bounds does not include
	$(BIN)/python -m tests.warm # otherwise each of the three processes compiles the same code
	$(PYTEST) $(THREE) --ignore=tests/games --ignore=tests/contract $(ARGS)

.PHONY: test-uncompiled
test-uncompiled: setup ## Run the tests of the rules as plain Python, with full coverage
	$(UNCOMPILED) $(PYTEST) $(TWO) --cov=courtly.engine --cov=courtly.games --cov-fail-under=100 \
	  --cov-report=term-missing:skip-covered $(ONCE) $(ARGS) tests/engine tests/games tests/contract

.PHONY: test-bounds
test-bounds: setup ## Run the tests of the rules compiled with bounds checks
	$(BOUNDS) $(PYTEST) $(TWO) $(ARGS) tests/games tests/contract

.PHONY: test-browser
test-browser: setup browser ## Run only the browser tests
	$(PYTEST) -m browser $(ARGS)

.PHONY: check
check: setup ## Check format, lint, types, import layers, clauses, generated pages
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	tools/types.sh
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m tools.prose
	$(BIN)/python -m tools.clauses --check
	$(BIN)/python -m tools.observations --check
	$(BIN)/python -m tools.views --check
	$(BIN)/python -m tools.reference --check
	$(BIN)/python -m tools.testing_page --check
	$(BIN)/python -m tools.benchmark --check

.PHONY: format
format: setup ## Format the source and apply the automatic fixes of the linter
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

.PHONY: docs
docs: setup ## Regenerate the generated pages of docs/
	$(BIN)/python -m tools.clauses
	$(BIN)/python -m tools.observations
	$(BIN)/python -m tools.views
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.testing_page
	$(BIN)/python -m tools.benchmark

.PHONY: site
site: setup ## Build the documentation site in dist/site and check its links, anchors and spelling
	@$(BIN)/python -m tools.site $(ARGS)

.PHONY: pictures
pictures: setup browser ## Regenerate the pictures of docs/images/
	$(BIN)/python -m tools.pictures

.PHONY: golden
golden: setup ## Replay the golden matches and store their new results
	$(BIN)/python -m tests.golden

.PHONY: bench
bench: setup ## Run the benchmarks, each with its peer (ARGS="--only PATTERN --json")
	@$(BIN)/courtly bench $(ARGS)

.PHONY: learning
learning: setup ## Run the examples that need PyTorch, in a separate environment
	tools/learning.sh

.PHONY: mutants
mutants: setup ## Run mutation tests on a game's kernels and list the survivors (ARGS="courtisans --count 40")
	@$(BIN)/python -m tools.mutants $(ARGS)

.PHONY: planted
planted: setup ## Plant faults in the code of live tables; the simulator must find them (ARGS="NAMES")
	@$(BIN)/python -m tools.planted $(ARGS)

.PHONY: release
release: setup ## Build and check a release in dist/ (ARGS=--tag to tag it, too)
	@$(BIN)/python -m tools.release $(ARGS)

.PHONY: lock
lock: setup ## Lock the newest versions that pyproject.toml allows
	tools/lock.sh

.PHONY: clean
clean: ## Remove the environment and all generated files
	rm -rf .venv .coverage* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache dist htmlcov var/cache var/pages var/release var/site
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

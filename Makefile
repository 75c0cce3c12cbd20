# `make` lists the targets. Everything is installed in .venv; nothing outside this folder changes.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
SECONDS ?= 60
LANES ?= 4
CHECKED := src/plantstore/domain tests/domain tests/storage tests/test_main_path.py tests/test_architecture.py tests/test_words.py
PIP    := $(BIN)/python -m pip --disable-pip-version-check -q
export PIP_DISABLE_PIP_VERSION_CHECK = 1
unexport PYTHONDONTWRITEBYTECODE  # tests start the program hundreds of times: compile it once

.DEFAULT_GOAL := help
.PHONY: help run demo check quick test suite lint format types docs lock fuzz fuzz-parsers mutants bench bench-usual proof server-test release clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

run: $(VENV)/.run ## Start a store on SQLite in ./data, with a sample plant and a sample receiver
	@$(BIN)/plantstore serve --data ./data --sample --next-free-port --log-format text

demo: $(VENV)/.run ## Show in half a minute, with three receivers, one of them broken, that nothing is lost; KEEP=1 keeps it running
	@$(BIN)/plantstore demo $(if $(KEEP),--keep)

check: lint ## Check in half a minute: format, lint, imports, types, domain, storage on SQLite, main path
	@$(MAKE) --no-print-directory -j2 types quick

quick: $(VENV)/.test
	$(BIN)/python -m pytest -q -p tests.lanes -n 2 -k "not postgresql" $(CHECKED)

test: lint ## Run every check and test, in parallel processes (LANES=): exactly what CI runs
	@$(MAKE) --no-print-directory -j2 types suite

suite: $(VENV)/.test
	$(BIN)/python -m pytest -p tests.lanes -n $(LANES) --durations=20

lint: $(VENV)/.test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-logo

types: $(VENV)/.test
	$(BIN)/mypy

format: $(VENV)/.test ## Format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

docs: $(VENV)/.test ## Regenerate the CLI reference, the list of dependencies, the dashboard for Grafana and the table of attacks in docs/
	$(BIN)/python -m tests.docs.cli_reference
	$(BIN)/python -m tests.docs.dependencies
	$(BIN)/python -m tests.web.monitoring.dashboard
	$(BIN)/python -m tests.attacks.page

.PHONY: test-lowest test-newest advisories
test-lowest: $(VENV)/supply/.made ## Run a part of the tests with the lowest versions that pyproject.toml permits; PYTHON=
	.ci/test-versions lowest $(PYTHON)

test-newest: $(VENV)/supply/.made ## Run a part of the tests with the newest versions of all dependencies; PYTHON=
	.ci/test-versions newest $(PYTHON)

advisories: $(VENV)/supply/.made ## Look for published advisories on the locked versions (asks the package index)
	$(VENV)/supply/bin/pip-audit --disable-pip --require-hashes -r requirements.lock

$(VENV)/supply/.made: supply/requirements.lock | $(BIN)/python
	@$(PYTHON) -m venv $(VENV)/supply
	@$(VENV)/supply/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r supply/requirements.lock
	@touch $@

fuzz: $(VENV)/.run $(VENV)/fuzz/.made ## Send a running store requests that its OpenAPI document allows and forbids; SECONDS=60, SEED= of an earlier run, DATABASE=, PATHS=
	$(BIN)/python -m fuzz --seconds $(SECONDS) $(if $(SEED),--seed $(SEED)) $(if $(DATABASE),--database $(DATABASE)) $(if $(PATHS),--paths '$(PATHS)')

fuzz-parsers: $(VENV)/.test $(VENV)/fuzz/.made ## Feed each parser inputs that a coverage-guided fuzzer finds; SECONDS=60 for each, PART= one of them, KEEP=1 to keep new inputs
	$(BIN)/python -m fuzz.parsers --seconds $(SECONDS) $(if $(PART),--part $(PART)) $(if $(KEEP),--keep)

mutants: $(VENV)/.test ## Plant known faults in the store, one at a time; the simulation must find each within a minute
	$(BIN)/python -m tests.simulation.mutants

bench: $(VENV)/.test ## Measure performance against goals and yardsticks; BENCH="--help" shows the options
	$(BIN)/python -m bench $(BENCH)

bench-usual: $(VENV)/usual/.made ## Create the environment of the yardstick `usual` (once; `make bench` also works without it)

proof: $(VENV)/.test ## Run crash tests and simulations many times, and record the results; PART=, COUNT=, SEED=, MINUTES=
	$(BIN)/python -m proof $(PART) $(if $(COUNT),--count $(COUNT)) $(if $(SEED),--seed $(SEED)) $(if $(MINUTES),--minutes $(MINUTES))

.PHONY: soak
soak: $(VENV)/.test ## Let a store live through a year in an hour: ENGINE=sqlite or postgresql, PLANTS=1000000, DAYS=366, RECEIVERS=20
	$(BIN)/python -m tests.soak $(if $(ENGINE),--engine $(ENGINE)) $(if $(PLANTS),--plants $(PLANTS)) $(if $(DAYS),--days $(DAYS)) $(if $(RECEIVERS),--receivers $(RECEIVERS))

release: $(VENV)/.test $(VENV)/release/.made ## Make wheel, single file, Debian package and list of components in dist/
	$(BIN)/python -m release

server-test: release ## As root: boot a Debian machine in namespaces and follow docs/server.md in it (needs mmdebstrap, systemd-container)
	$(BIN)/python -m tests.server.machine $(VENV)/machine
	SERVER_MACHINE=$(VENV)/machine $(BIN)/python -m pytest -q tests/docs/test_server.py

lock: $(VENV)/.test ## Regenerate the lock files from pyproject.toml (needs pip-tools on PATH)
	pip-compile -q --no-header --generate-hashes --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --extra build -o requirements.lock pyproject.toml
	pip-compile -q --no-header --generate-hashes --strip-extras --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --extra build --extra dev -c requirements.lock -o requirements-dev.lock pyproject.toml

clean: ## Remove the environment and the caches; ./data stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo 'Plant Store needs Python 3.11 or newer.'; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo 'Python has no venv module. On Debian and Ubuntu: sudo apt install python3-venv'; exit 1; }
	@echo 'Making the environment in $(VENV) (once; under a minute) …'
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.run: requirements.lock pyproject.toml | $(BIN)/python
	@$(PIP) install --require-hashes -r requirements.lock
	@$(PIP) install --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.test: requirements-dev.lock pyproject.toml | $(VENV)/.run
	@$(PIP) install --require-hashes -r requirements-dev.lock
	@touch $@

$(VENV)/usual/.made: bench/usual/requirements.lock | $(BIN)/python
	@$(PYTHON) -m venv $(VENV)/usual
	@$(VENV)/usual/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r bench/usual/requirements.lock
	@touch $@

$(VENV)/fuzz/.made: fuzz/requirements.lock | $(BIN)/python
	@$(PYTHON) -m venv $(VENV)/fuzz
	@$(VENV)/fuzz/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r fuzz/requirements.lock
	@touch $@

$(VENV)/release/.made: release/requirements.lock | $(BIN)/python
	@$(PYTHON) -m venv $(VENV)/release
	@$(VENV)/release/bin/python -m pip --disable-pip-version-check -q install --require-hashes -r release/requirements.lock
	@touch $@

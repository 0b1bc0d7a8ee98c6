# Cradle: `make play` to play, `make test` to prove it. Both set up .venv by themselves.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
LOCK   := requirements.lock
# Playing needs a small part of what testing needs.
PLAYABLE  := $(VENV)/.playable
PLAY_LOCK := requirements-play.lock
# Training alone needs PyTorch. It isn't locked: which build fits depends on the machine; nor is
# what stands on it and is only tested to run with our environments.
LOCKED := bots build cluster dev redis research server terminal
TORCH  := torch==2.13.0
SB3    := sb3-contrib==2.9.2
PYTHON ?=
ARGS   ?=

export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Most of what is installed is never imported: what is, Python compiles then, and keeps it, since
# dozens of processes read the same files.
export PIP_COMPILE := 0
unexport PYTHONDONTWRITEBYTECODE

# Sets $$python to the first interpreter that is new enough and can make environments.
find_python = for python in $(PYTHON) python3.13 python3.12 python3.11 python3 python ''; do \
	test -n "$$python" || { echo "cradle needs Python 3.11 or newer with venv; name one with PYTHON=..." >&2; exit 1; }; \
	"$$python" -c 'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && break; \
	done

# The games' packages, as hatch_build.py finds them, and the sources of what it compiles.
GAMES    := $(patsubst src/cradle/%/__init__.py,%,$(shell grep -l '^GAME = ' src/cradle/*/__init__.py))
RULES    := $(shell find src/cradle/kernel $(addprefix src/cradle/,$(GAMES)) src/cradle/research \
	src/cradle/bots src/cradle/learning/tables.py src/cradle/learning/tree.py \
	src/cradle/playout.py src/cradle/table/news_log.py -name '*.py')
# Benchmarks and users have the C compiler try hard; what tests run is compiled in two thirds of
# the time.
COMPILED := build/compiled
TESTED   := build/tested
OPTIMIZE := 2
HAS_COMPILER := $(BIN)/python -c 'import sys, hatch_build; sys.exit(not hatch_build.compiler())'
# The rules' own tests run twice, as they are read and compiled. Some tests replace functions or
# hand over what types forbid, which compiled code doesn't take. Coverage is of tests that are
# about single rules: random games pass every line anyway, and take twice as long when counted.
RULES_TESTS  := $(addprefix tests/,$(GAMES)) tests/test_playthroughs.py tests/test_schema.py \
	tests/test_description.py tests/test_positions.py tests/test_refusals.py
RANDOM_GAMES := tests/test_every_game.py
KERNEL_TESTS := tests/kernel tests/table tests/test_invariants.py
SOURCE_TESTS := $(KERNEL_TESTS) tests/test_cli.py tests/test_openapi.py
# One test after the other goes to whoever is free; what is said of several jobs isn't mixed.
PYTEST := $(BIN)/pytest -q --dist loadgroup -n auto
# Tests of servers and browsers wait much of their time, so there are more of them than cores.
MORE   := -n $$(( $$(getconf _NPROCESSORS_ONLN) * 2 ))
SIDE_BY_SIDE = $(MAKE) -j $(words $(1)) $(if $(filter output-sync,$(.FEATURES)),--output-sync=target) $(1)

.PHONY: help play dev terminal web shots layout test-browsers quick test check check-python check-web format test-system test-prepared test-client test-rules test-coverage test-source test-rest test-compiled compiled bench soak fuzz faults kills bad-requests attack ladder load stops cluster lock clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(PLAYABLE) web ## serve the games here and open the browser (ARGS="--port 8080")
	@$(BIN)/python scripts/play.py $(ARGS)

dev: $(READY) ## serve while you work: the server restarts, the client is replaced in the open page
	@$(BIN)/python scripts/dev.py $(ARGS)

terminal: $(PLAYABLE) ## play a game in the terminal (ARGS="hadara --seats human,random")
	@$(BIN)/cradle play $(ARGS)

web: $(PLAYABLE) ## build the browser client into the package
	@$(BIN)/python build_web.py

shots: $(READY) web ## take the screenshots of docs/screenshots anew
	@$(BIN)/python scripts/in_browser.py e2e/shots.mjs ADDRESS ../docs/screenshots

layout: $(READY) ## measure both boards at eight sizes, in both themes and four languages
	@$(BIN)/python scripts/in_browser.py e2e/run.mjs layoutEverywhere ADDRESS

test-browsers: $(READY) ## play a whole game of each in Firefox and in WebKit (Debian: firefox-esr, webkit2gtk-driver, xvfb)
	@$(BIN)/python scripts/in_browser.py --experimental-websocket e2e/browsers.mjs ADDRESS

quick: check-python ## before every commit: formatting, lint and types of Python, documents, the rules' tests
	@$(PYTEST) -m "not random_games" tests/test_layers.py $(RULES_TESTS) $(KERNEL_TESTS)

test: ## check, then run every test and hold coverage at 100 %
	@$(call SIDE_BY_SIDE,check-python test-client test-prepared)
	@$(call SIDE_BY_SIDE,test-rules test-rest)

# What tests need of the system comes at once, instead of while they wait for it one by one.
test-system: $(BIN)/python
	-@$(BIN)/python -m tests.system

# All tests are read and compiled once, instead of by all processes that run them; and the rules
# are compiled here, since what is checked beside takes one core.
test-prepared: test-system $(READY)
	-@$(BIN)/pytest -qq --collect-only >/dev/null
	@if $(HAS_COMPILER); then $(MAKE) $(TESTED)/.ready; fi

# The client needs Node alone: it is checked and built while Python's packages are installed.
test-client: check-web
	-@$(BIN)/python build_web.py

test-rules: $(READY)
	@$(MAKE) test-coverage
	@$(MAKE) test-source

test-coverage: $(READY)
	@$(PYTEST) -m "not random_games" $(addprefix --cov=cradle.,kernel table.record $(GAMES)) --cov-report= \
		$(RULES_TESTS) $(KERNEL_TESTS)
	@$(BIN)/coverage report --fail-under=100

test-source: $(READY)
	@$(PYTEST) -m random_games $(RULES_TESTS)
	@$(PYTEST) $(RANDOM_GAMES) $(filter-out $(KERNEL_TESTS),$(SOURCE_TESTS))

# Everything else, and the rules once more, on the compiled rules: quicker, and what users run.
test-rest: $(READY)
	-@$(BIN)/python build_web.py  # before the copy is made that the browser will see
	@if $(HAS_COMPILER); then $(MAKE) test-compiled; else \
		echo "No C compiler: the rules' tests ran interpreted only." >&2; \
		$(PYTEST) $(MORE) $(addprefix --ignore=,$(RULES_TESTS) $(RANDOM_GAMES) $(SOURCE_TESTS)); \
	fi

test-compiled: $(READY) $(TESTED)/.ready
	@$(call copy_source,$(TESTED))
	@PYTHONPATH=$(TESTED) CRADLE_EXPECT=compiled \
		$(PYTEST) $(MORE) $(addprefix --ignore=,$(SOURCE_TESTS))

compiled: $(READY) $(COMPILED)/.ready ## compile the rules into build/compiled (PYTHONPATH=build/compiled runs them)
	@$(call copy_source,$(COMPILED))

copy_source = $(BIN)/python -c 'import hatch_build as h; h.copy_source(h.SOURCE, h.Path("$(1)"))'

$(TESTED)/.ready: OPTIMIZE := 1
$(COMPILED)/.ready $(TESTED)/.ready: %/.ready: hatch_build.py $(RULES)
	@echo "Compiling the rules into $* ..."
	@rm -rf $*
	@CRADLE_COMPILE=1 CRADLE_OPTIMIZE=$(OPTIMIZE) \
		$(BIN)/python -m pip install -qq --no-deps --no-build-isolation --no-cache-dir --target $* .
	@touch $@

check: $(READY) ## lint, formatting and types of both languages, rules and their documents
	@$(call SIDE_BY_SIDE,check-python check-web)

check-web: $(BIN)/python
	@$(BIN)/python build_web.py --check

check-python: $(READY)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/python scripts/rules_docs.py --check
	@$(BIN)/python scripts/components_docs.py --check
	@$(BIN)/python scripts/game_docs.py --check

format: $(READY) ## format the code and mend what the linters can
	@$(BIN)/ruff check --quiet --fix .
	@$(BIN)/ruff format --quiet .
	@$(BIN)/python build_web.py --format

bench: $(READY) $(VENV)-peers/.ready ## measure both builds and other projects (ARGS=--record keeps the result)
	@if $(HAS_COMPILER); then $(MAKE) compiled; fi
	@$(BIN)/python -m benchmarks $(ARGS)

# Other projects get an environment of their own; without them, bench measures ours alone.
$(VENV)-peers/.ready: benchmarks/peers.txt
	@$(find_python); "$$python" -m venv --clear $(VENV)-peers
	@echo "Installing other projects into $(VENV)-peers ..."
	@$(VENV)-peers/bin/pip install -qq -r benchmarks/peers.txt && touch $@ || \
		{ rm -rf $(VENV)-peers; echo "The other projects can't be installed; measuring ours alone." >&2; }

soak: $(READY) ## play many thousand random games with every invariant on
	@$(BIN)/python -m benchmarks.soak $(ARGS)

fuzz: $(READY) ## feed 100,000 malformed inputs, each to be refused clearly
	@$(BIN)/python -m benchmarks.fuzz $(ARGS)

faults: $(READY) ## let the database fail at every statement, over thousands of schedules
	@$(BIN)/python -m benchmarks.faults $(ARGS)

kills: $(READY) ## kill a server 1,000 times over both databases; nothing it acknowledged may be lost
	@$(BIN)/python -m benchmarks.kills $(ARGS)

bad-requests: $(READY) ## send 1,000,000 bad requests, messages and records to a server on either database
	@$(BIN)/python -m benchmarks.bad_requests $(ARGS)

attack: $(READY) ## fifty bad clients for two minutes; memory must be bounded, and nobody else harmed
	@$(BIN)/python -m benchmarks.attack $(ARGS)

ladder: $(READY) ## measure every bot against the one below (ARGS="--game hadara --seats 2")
	@$(BIN)/python -m benchmarks.ladder $(ARGS)
	@$(BIN)/python -m benchmarks.ladder --write

load: $(READY) ## measure the server under many live tables (ARGS="--tables 500 --rate 200")
	@$(BIN)/python -m benchmarks.load $(ARGS)

stops: $(READY) ## stop a server under load thirty times; each must be clean, and lose nothing
	@$(BIN)/python -m benchmarks.stops $(ARGS)

cluster: $(READY) ## hosts that fail, a rolling upgrade, a database restored (root; ARGS="--seed 2")
	@$(BIN)/python -m benchmarks.failing_hosts --news postgresql $(ARGS)
	@$(BIN)/python -m benchmarks.failing_hosts --news redis --games 60 $(ARGS)
	@$(BIN)/python -m benchmarks.rolling_upgrade
	@$(BIN)/python -m benchmarks.restore

lock: ## pin the dependencies anew (ARGS=--upgrade for newer versions)
	@$(find_python); "$$python" -m venv --clear $(VENV)-lock
	@$(VENV)-lock/bin/pip install -qq uv
	@$(compile_lock) $(addprefix --extra ,$(LOCKED)) --output-file $(LOCK) $(ARGS) pyproject.toml
	@$(compile_lock) --extra build --extra server --extra terminal --constraint $(LOCK) \
		--output-file $(PLAY_LOCK) pyproject.toml
	@rm -rf $(VENV)-lock

compile_lock = $(VENV)-lock/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 \
	--generate-hashes --strip-extras --custom-compile-command 'make lock'

clean: ## remove the environment, caches and everything built
	@rm -rf $(VENV) $(VENV)-lock $(VENV)-peers __pycache__ build dist .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	@find src tests scripts benchmarks -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

# An environment whose interpreter is gone is made anew; otherwise only what changed is installed.
$(BIN)/python:
	@$(find_python); "$$python" -m venv --clear $(VENV)

# The locks name every package, so pip resolves nothing: it would, for `coverage[toml]`, look at the
# registry's newest release before the lock's, and refuse it. `pip check` says what a lock forgot.
$(PLAYABLE): $(BIN)/python pyproject.toml $(PLAY_LOCK)
	@echo "Installing what the games need into $(VENV) ..."
	@$(BIN)/python -m pip install -qq --no-deps --require-hashes -r $(PLAY_LOCK)
	@$(BIN)/python -m pip install -qq --no-deps --no-build-isolation -e .
	@touch $@

$(READY): $(PLAYABLE) $(LOCK)
	@echo "Installing what the tests need into $(VENV) ..."
	@$(BIN)/python -m pip install -qq --no-deps --require-hashes -r $(LOCK)
	@$(BIN)/python -m pip check >/dev/null || $(BIN)/python -m pip check >&2
	@$(BIN)/python -m pip install -qq $(TORCH) || echo "PyTorch can't be installed: training isn't tested." >&2
	@$(BIN)/python -m pip install -qq $(TORCH) $(SB3) || echo "$(SB3) can't be installed: it isn't tested." >&2
	@touch $@

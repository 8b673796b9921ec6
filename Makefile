# Everything a person needs, from a fresh clone: `make play` to play, `make test` to be sure.
# Each step leaves a stamp, so that a second call does only what has changed.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
CHECKS := $(VENV)/checks.log
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
PYTEST_ARGS ?=
ARGS ?=
# One more than there are cores: half of the tests wait for pages and servers.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/src/generated/*' 2>/dev/null)
STATIC := src/wartable/server/static/sources.sha256

# Compiled modules are kept, whatever the environment says: the tests start some hundred processes of Python, and one that
# compiles everything anew takes twice as long to start.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play test strength test-web lint lint-python types imports lint-web fast bench docs pictures web setup chromium changelog clean

help:  ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

play: $(STAMPS)/package web  ## play in the browser, right away (ARGS="risk --seats human,hard,hard")
	@$(BIN)/wartable play $(ARGS)

# The checks run beside the tests, which wait for pages and servers half of their time; what they say comes last.
test: $(STAMPS)/lint $(STAMPS)/rival web chromium  ## every check and every test, browser tests included
	@$(BIN)/ruff check . && $(BIN)/ruff format --check .
	@echo "The other checks run beside the tests; what they say follows on the tests, and is in $(CHECKS)."
	@nice $(MAKE_COMMAND) --no-print-directory --keep-going types imports lint-web test-web >$(CHECKS) 2>&1 & checks=$$!; \
	  trap 'kill $$checks 2>/dev/null || :' EXIT; tests=0; said=0; \
	  $(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(PYTEST_ARGS) || tests=$$?; \
	  wait $$checks || said=$$?; trap - EXIT; \
	  cat $(CHECKS); \
	  echo "tests: $$tests, other checks: $$said (0 is well)"; \
	  exit $$((tests || said))

fast: $(STAMPS)/test  ## the quick tests only, for while you work
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not browser and not server and not slow and not strength" $(PYTEST_ARGS)

strength: $(STAMPS)/test  ## further ladders of the strongest bots and further random combats, after a change of those and before a release
	$(BIN)/python -m pytest -n $(JOBS) --dist load -m strength $(PYTEST_ARGS)

lint: lint-python lint-web  ## formatting, lint, both type checkers, import rules, the client's types and lint

lint-python: $(STAMPS)/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory types imports

types: $(STAMPS)/lint
	$(BIN)/mypy
	$(BIN)/pyright

imports: $(STAMPS)/lint
	$(BIN)/lint-imports

test-web: web
	@if find web/src -name '*.test.ts' | grep -q .; then $(BIN)/python tools/build_web.py --run test; fi

lint-web: web
	$(BIN)/python tools/build_web.py --run check lint

bench: $(STAMPS)/test  ## measure; prints ratios within this run
	$(BIN)/python -m bench $(ARGS)

docs: $(STAMPS)/docs  ## build the documentation into site/
	$(BIN)/python tools/generate_docs.py
	$(BIN)/zensical build --strict

pictures: $(STAMPS)/test web chromium  ## take the pictures of the documentation again
	$(BIN)/python tools/take_pictures.py

web: $(STATIC)  ## build the browser client

setup: $(STAMPS)/test $(STAMPS)/lint $(STAMPS)/docs web  ## everything a developer needs, without running anything

changelog: $(STAMPS)/docs  ## fold changelog.d/ into CHANGELOG.md (VERSION=0.2.0)
	$(BIN)/towncrier build --yes --version $(VERSION)

clean:  ## remove what was built, not the environment
	rm -rf site build dist src/wartable/server/static .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Wartable needs Python 3.11 or newer.")'
	$(PYTHON) -m venv $(VENV) || { \
	  [ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -y -qq python3-venv && $(PYTHON) -m venv $(VENV); }
	$(PIP) install --upgrade "pip>=25.1"
	@mkdir -p $(STAMPS)

$(STAMPS)/package: pyproject.toml hatch_build.py | $(BIN)/python
	@mkdir -p $(STAMPS)
	WARTABLE_WEB=skip $(PIP) install -e ".[png]"
	@touch $@

$(STAMPS)/test: pyproject.toml hatch_build.py | $(BIN)/python
	@mkdir -p $(STAMPS)
	WARTABLE_WEB=skip $(PIP) install -e ".[png,postgres,accounts,notices]" --group test
	@touch $@ $(STAMPS)/package

$(STAMPS)/lint: $(STAMPS)/test | $(BIN)/python
	$(PIP) install --group lint
	@touch $@

# What the adjudicator is compared with: older than the rest, so it adds packages but may exchange none.
$(STAMPS)/rival: $(STAMPS)/test | $(BIN)/python
	$(PIP) install --group bench
	@touch $@

$(STAMPS)/docs: $(STAMPS)/package | $(BIN)/python
	$(PIP) install --group docs
	@touch $@

$(STATIC): $(WEB_SOURCES) tools/build_web.py | $(STAMPS)/package
	@$(BIN)/python tools/build_web.py --check || $(PIP) install --group web
	$(BIN)/python tools/build_web.py
	@touch $@

chromium:
	@command -v chromium >/dev/null || command -v google-chrome >/dev/null || { \
	  [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
	  && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium; } \
	|| { echo "The browser tests need Chromium: install your system's package of it."; exit 1; }

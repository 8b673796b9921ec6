# Everything a person needs, from a fresh clone: `make play` to play, `make test` to be sure.
# Each step leaves a stamp, so that a second call does only what has changed.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMPS := $(VENV)/stamps
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
PYTEST_ARGS ?=
ARGS ?=
JOBS ?= auto
# Those of the boards and of games are not yet clean under the strict checker.
TYPED_TESTS := $(addprefix tests/,bots browser cli conquest engine lab odds repository server)
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' 2>/dev/null)
STATIC := src/wartable/server/static/sources.sha256

.PHONY: help play test test-web lint lint-python lint-web fast bench docs pictures web setup chromium changelog clean

help:  ## say what there is
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## (.*)/  make \1\t\2/' | expand -t 18

play: $(STAMPS)/package web  ## play in the browser, right away (ARGS="risk --seats human,hard,hard")
	@$(BIN)/wartable play $(ARGS)

test: lint test-web $(STAMPS)/test chromium  ## every check and every test, browser tests included
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(PYTEST_ARGS)

fast: $(STAMPS)/test  ## the quick tests only, for while you work
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup -m "not browser and not server and not slow" $(PYTEST_ARGS)

lint: lint-python lint-web  ## formatting, lint, both type checkers, import rules, the client's types

lint-python: $(STAMPS)/lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/mypy examples
	$(BIN)/mypy $(TYPED_TESTS)
	$(BIN)/pyright
	$(BIN)/lint-imports

test-web: web
	@if find web/src -name '*.test.ts' | grep -q .; then $(BIN)/python tools/build_web.py --run test; fi

lint-web: web
	$(BIN)/python tools/build_web.py --run check

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
	WARTABLE_WEB=skip $(PIP) install -e ".[png,postgres]" --group test
	@touch $@ $(STAMPS)/package

$(STAMPS)/lint: $(STAMPS)/test | $(BIN)/python
	$(PIP) install --group lint
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

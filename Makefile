# The verbs of this project; `make` alone prints them.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
export HF_HUB_OFFLINE ?= 1

.DEFAULT_GOAL := help
.PHONY: help setup report test test-all figures lab check bench clean

help:  ## print the verbs
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

setup: $(STAMP)  ## make .venv and install everything, once

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=python3.12 or the like"; exit 2; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $(STAMP)

report: $(STAMP)  ## run everything on seeds/ (or SOURCES="files") and render reports/index.html
	$(BIN)/venue-themes report $(SOURCES) --out reports

figures: $(STAMP)  ## draw figures/ anew from seeds/ (or SOURCES)
	$(BIN)/venue-themes figures $(SOURCES) --out figures

lab: $(STAMP)  ## open the notebooks in JupyterLab
	$(BIN)/jupyter lab notebooks

test: $(STAMP)  ## the whole test suite, offline, but for what takes minutes
	$(BIN)/python -m pytest -m "not slow" -n 2 --dist loadfile

test-all: $(STAMP)  ## the tests that take minutes or large data, too
	$(BIN)/python -m pytest

check: $(STAMP)  ## lint
	$(BIN)/ruff check src tests benchmarks

bench: $(STAMP)  ## speed and memory beside a peer (minutes)
	$(BIN)/python -m benchmarks.speed $(SOURCES)

clean:  ## remove what was generated, but for figures/ and .venv
	rm -rf reports .pytest_cache .ruff_cache .hypothesis
	find data -mindepth 1 ! -name README.md -delete

# What one can do here. Every target sets up what it needs.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
UV := $(shell command -v uv 2>/dev/null)

DOCS_STAMP := $(VENV)/.docs-installed

.DEFAULT_GOAL := help
.PHONY: help install demo test test-openstack soak lint bench crowd fuzz reference docs requirements clean

help:                       ## what one can do here
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{printf "%-20s %s\n", $$1, $$2}'

install: $(STAMP)           ## a virtual environment with .venv/bin/calor

$(STAMP): pyproject.toml requirements/runtime.txt requirements/dev.txt
ifdef UV
	$(UV) venv --quiet --allow-existing --python-preference only-system $(VENV)
	$(UV) pip install --quiet --python $(BIN)/python -r requirements/runtime.txt -r requirements/dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --editable .
else
	python3 -m venv $(VENV)
	$(BIN)/pip install -qq --disable-pip-version-check -r requirements/runtime.txt -r requirements/dev.txt
	$(BIN)/pip install -qq --disable-pip-version-check --no-deps --editable .
endif
	touch $@

$(DOCS_STAMP): $(STAMP) requirements/docs.txt
ifdef UV
	$(UV) pip install --quiet --python $(BIN)/python -r requirements/docs.txt
else
	$(BIN)/pip install -qq --disable-pip-version-check -r requirements/docs.txt
endif
	touch $@

demo: $(STAMP)              ## a tour: the service, a stack through its API, what it shows; nothing stays
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh

test: $(STAMP)              ## every test
	$(BIN)/pytest -n auto

test-openstack: $(STAMP)    ## every test that wants a real cloud, on one brought up for it; Debian 12, as root
	tools/openstack/test.sh

soak: $(STAMP)              ## an hour of random crashes, faults and requests
	$(BIN)/python -m tests.simulation --minutes 60

lint: $(STAMP)              ## style, types and layers
	$(BIN)/ruff format --quiet --check .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary
	@mkdir -p build
	@$(BIN)/lint-imports --no-cache > build/imports.txt || { cat build/imports.txt; exit 1; }

reference: $(STAMP)         ## write docs/reference, and what the sessions in the docs print, anew
	$(BIN)/python -m tools.reference
	$(BIN)/python -m tools.samples
	$(BIN)/python -m tools.transcripts

docs: $(DOCS_STAMP)         ## the documentation as a site, in site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict

clean:                      ## remove what was built
	rm -rf build dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

bench: $(STAMP)             ## how fast the language is
	$(BIN)/python -m benchmarks

crowd: $(STAMP)             ## 200 clients at once for a minute, against a service of its own
	$(BIN)/python -m benchmarks.crowd

fuzz: $(STAMP)              ## ten minutes of requests at random, to every route and of every form
	CALOR_SEED=$${CALOR_SEED:-$$(date +%s)} CALOR_FUZZ_SECONDS=600 $(BIN)/pytest tests/service/test_description.py tests/service/test_fuzzed.py

requirements:               ## pin the newest versions that fit together
	uv pip compile --quiet --no-annotate --no-header --python-version 3.11 pyproject.toml -o requirements/runtime.txt
	uv pip compile --quiet --no-annotate --no-header --python-version 3.11 requirements/dev.in -c requirements/runtime.txt -o requirements/dev.txt
	uv pip compile --quiet --no-annotate --no-header --python-version 3.11 requirements/docs.in -o requirements/docs.txt

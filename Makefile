# What one can do here. Every target sets up what it needs.
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
UV := $(shell command -v uv 2>/dev/null)

.PHONY: install demo test lint bench docs requirements clean

install: $(STAMP)           ## a virtual environment with .venv/bin/calor

$(STAMP): pyproject.toml requirements/runtime.txt requirements/dev.txt
ifdef UV
	$(UV) venv --quiet --allow-existing --python-preference only-system $(VENV)
	$(UV) pip install --quiet --python $(BIN)/python -r requirements/runtime.txt -r requirements/dev.txt
	$(UV) pip install --quiet --python $(BIN)/python --no-deps --editable .
else
	python3 -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -r requirements/runtime.txt -r requirements/dev.txt
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --editable .
endif
	touch $@

test: $(STAMP)              ## every test
	$(BIN)/pytest

lint: $(STAMP)              ## style, types and layers
	$(BIN)/ruff format --quiet --check .
	$(BIN)/ruff check --quiet .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-cache | tail -n 3

bench: $(STAMP)             ## how fast the language is
	$(BIN)/python -m benchmarks

requirements:               ## pin the newest versions that fit together
	uv pip compile --quiet --no-annotate --no-header --python-version 3.11 pyproject.toml -o requirements/runtime.txt
	uv pip compile --quiet --no-annotate --no-header --python-version 3.11 requirements/dev.in -c requirements/runtime.txt -o requirements/dev.txt
	uv pip compile --quiet --no-annotate --no-header --python-version 3.11 requirements/docs.in -o requirements/docs.txt

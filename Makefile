# Two commands on a machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: demo test check clean constraints

demo: $(READY)
	$(BIN)/metamer demo --out demo

test: $(READY)
	$(BIN)/pytest -m "not gpu" --numprocesses 2 --dist loadfile --no-loadscope-reorder

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Pinned versions with hashes; no address of a registry, so pip uses whichever is set up.
$(READY): constraints.txt pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'metamer needs Python 3.11 or newer')"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r constraints.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	touch $(READY)

# Needs uv; run after changing the dependencies in pyproject.toml.
constraints:
	uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	  --no-header --no-annotate --no-emit-index-url --no-emit-find-links \
	  --extra dev pyproject.toml --output-file constraints.txt

clean:
	rm -rf .venv demo runs .pytest_cache .mypy_cache .ruff_cache

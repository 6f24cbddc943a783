# One place for every command. `make help` lists them.

PYTHON ?= python3
VENV ?= .venv
ARGS ?=
LITE ?=
ENDPOINT ?=
MODEL ?=
TORCH_INDEX ?=

PY := $(VENV)/bin/python
PIP := $(PY) -m pip install -qq --disable-pip-version-check --no-input
# The locks are complete, so nothing is resolved: what is written there is what is installed.
LOCKED := $(PIP) --no-deps -r

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help install run test check format bench accuracy portraits docs lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@echo
	@echo "  ARGS=...                        passed on, for example make run ARGS=--once"
	@echo "  LITE=1 ENDPOINT=URL MODEL=NAME  make run against your endpoint, without torch"
	@echo "  TORCH_INDEX=URL                 take torch from this index"
	@echo "  PYTHON=python3.12               make $(VENV) with this Python (3.11 or newer)"

RUN_LOCK := $(if $(LITE),lite,demo)
RUN_ARGS := $(if $(LITE),--endpoint '$(ENDPOINT)' --model '$(MODEL)')
ifneq ($(and $(LITE),$(filter run,$(MAKECMDGOALS))),)
ifeq ($(and $(ENDPOINT),$(MODEL)),)
$(error LITE=1 plays against your endpoint: make run LITE=1 ENDPOINT=http://HOST:PORT/v1 MODEL=NAME)
endif
endif

run: $(VENV)/$(RUN_LOCK).stamp $(VENV)/project.stamp ## run the main job: broker, model, canaries, live traffic, metrics
	@$(VENV)/bin/sycomon demo $(RUN_ARGS) $(ARGS)

install: $(VENV)/lite.stamp $(VENV)/project.stamp ## make the environment with the monitor, without model and tests

test: $(VENV)/dev.stamp $(VENV)/project.stamp ## run the whole test suite
	$(PY) -m pytest $(ARGS)

check: $(VENV)/dev.stamp $(VENV)/project.stamp ## style, types, import contracts, generated pages and portraits
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy
	$(VENV)/bin/lint-imports
	$(PY) -m docs --check
	$(PY) -m portraits --check

format: $(VENV)/dev.stamp ## put the code into shape
	$(VENV)/bin/ruff check --fix
	$(VENV)/bin/ruff format

bench: $(VENV)/dev.stamp $(VENV)/project.stamp ## measure speed and memory
	$(PY) -m bench $(ARGS)

accuracy: $(VENV)/dev.stamp $(VENV)/project.stamp ## measure how often the scorers are right
	$(PY) -m docs.accuracy $(ARGS)
	$(PY) -m docs.accuracy_flips $(ARGS)

portraits: $(VENV)/dev.stamp $(VENV)/project.stamp ## draw the portraits of the judge probes again
	$(PY) -m portraits

docs: $(VENV)/dev.stamp $(VENV)/project.stamp ## write the generated pages again
	$(PY) -m docs

lock: $(VENV)/bin/pip ## resolve the dependencies again and write requirements/*.lock
	$(PY) requirements/lock.py

clean: ## remove the environment, caches and build leftovers
	rm -rf $(VENV) *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "Python 3.11 or newer is needed; $(PYTHON) is not. Name one: make PYTHON=python3.11 ..." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
		echo "$(PYTHON) cannot make environments. On Debian: apt-get install python3-venv" >&2; exit 2; }
	@echo "Making $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)

$(VENV)/lite.stamp: requirements/lite.lock | $(VENV)/bin/pip
	@echo "Installing the monitor's packages (about 26 MB, once) ..."
	@$(LOCKED) $<
	@touch $@

# torch comes last: all that it asks for is then there at its locked version, and the other
# index, where one is given, need hold nothing but torch.
$(VENV)/demo.stamp: requirements/demo.lock | $(VENV)/lite.stamp
	@echo "Installing the small model and what serves it (about 145 MB, once) ..."
	@grep -v '^torch==' $< >$(VENV)/demo.txt
	@$(LOCKED) $(VENV)/demo.txt
	@echo "Installing torch (about 200 MB as a CPU build, several GB as a CUDA build, once) ..."
	@$(PIP) $(if $(TORCH_INDEX),--index-url '$(TORCH_INDEX)') "$$(grep '^torch==' $<)"
	@touch $@

$(VENV)/dev.stamp: requirements/dev.lock | $(VENV)/demo.stamp
	@echo "Installing what tests and checks need (about 380 MB, once) ..."
	@$(LOCKED) $<
	@touch $@

# setuptools is in the lock, so the project is installed without asking an index.
$(VENV)/project.stamp: pyproject.toml | $(VENV)/lite.stamp
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

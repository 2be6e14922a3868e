# run    the first minute: the value of Treize, the same game simulated, and their verdict
# tour   every game and every verb, in about half a minute
# test   the quick tests and doctests, some minutes
# test-new-cases  the quick tests, where hypothesis draws cases it has not tried
# slow   the long tests
# longest  those of a minute and more, before a release
# cover  the quick tests with line and branch coverage: three times as long
# check  style, types, import contracts, and the Python and the commands in README and docs
# docs   the site, in build/site, with its links checked, and the page for the reader's browser
# clean  remove everything that make has created

PYTHON ?= python3
BIN := .venv/bin
# worksteal leaves neighbouring tests on one core, where they share fixtures and compiled kernels.
SPREAD := -n auto --dist worksteal
.PHONY: run tour test test-new-cases slow longest cover check docs clean

run: .venv/run.stamp
	@$(BIN)/python -m montmort.first_minute

tour: .venv/run.stamp
	@$(BIN)/python -m montmort.tour

test: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD)

test-new-cases: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD) --hypothesis-profile=new-cases

slow: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD) -m slow

longest: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD) -m longest

cover: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD) --cov --cov-report=term

check: .venv/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q $(SPREAD) README.md docs tests/docs -m "not slow"

docs: .venv/dev.stamp
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet docs build/site

clean:
	rm -rf .venv build dist report tour .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/pip.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "montmort needs Python >= 3.11; try make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Setting up .venv; the first time this takes a minute or two."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	@touch $@

.venv/run.stamp: pyproject.toml .venv/pip.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[all]"
	@touch $@

.venv/dev.stamp: pyproject.toml .venv/pip.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[all]" --group dev
	@touch $@ .venv/run.stamp

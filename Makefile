# run    from a clean clone to the main job's answer
# test   the tests, minutes        slow   the long ones
# cover  the tests, watched line by line for what none of them reaches: three times as long
# check  lint, types, layers, docs
# clean  remove everything that was made

PYTHON ?= python3
BIN := .venv/bin
# Neighbouring tests stay on one core: they share what they set up and the kernels they compile.
SPREAD := -n auto --dist worksteal
.PHONY: run test slow cover check clean

run: .venv/run.stamp
	$(BIN)/montmort games
	$(BIN)/montmort exact treize
	$(BIN)/montmort verify treize --margin points=0.002
	$(BIN)/montmort exact liars-poker
	$(BIN)/montmort verify liars-poker --jokers 2
	$(BIN)/montmort exact five-card-draw --hand "5c 6d 7h 8s 9c"
	$(BIN)/montmort exact five-card-draw --all-hands
	$(BIN)/montmort verify five-card-draw --experiment game
	$(BIN)/montmort exact persian-monarchs --equilibrium
	$(BIN)/montmort exact persian-monarchs --second non-counter
	$(BIN)/montmort verify persian-monarchs
	$(BIN)/montmort exact war --ranks 3 --suits 4 --face-down 1
	$(BIN)/montmort verify war
	$(BIN)/montmort verify war --experiment deal
	$(BIN)/montmort verify war --experiment cards
	$(BIN)/montmort claims treize
	$(BIN)/montmort report --all -o report

test: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD)

slow: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD) -m slow

cover: .venv/dev.stamp
	$(BIN)/pytest $(SPREAD) --cov --cov-report=term

check: .venv/dev.stamp
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q README.md docs

clean:
	rm -rf .venv build dist report .coverage .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/pip.stamp:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "montmort needs Python >= 3.11; try make PYTHON=/path/to/python3.11"; exit 1; }
	@echo "Setting up .venv; the first time this takes a minute or two."
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "pip>=25.1"
	@touch $@

.venv/run.stamp: pyproject.toml .venv/pip.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/dev.stamp: pyproject.toml .venv/pip.stamp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@ .venv/run.stamp

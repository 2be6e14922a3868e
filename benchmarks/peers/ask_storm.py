"""Storm's sparse engine with exact rationals, through stormpy.

topological   one strongly connected component at a time, with Eigen's sparse LU in
              each: Storm's default for exact models
eigen         Eigen's sparse LU (COLAMD order) of the whole system
elimination   state elimination
bisimulation  first the quotient by strong bisimulation, then topological;
              stormpy supports it for parametric models but not for exact ones, so
              the chain is read as parametric and its quotient as exact

The answer is a reward of 1 for every step until absorption.  The model checking and the
bisimulation are timed, without writing and reading the file.
"""

import tempfile
from pathlib import Path
from typing import Any

import stormpy
import stormpy.io
import stormpy.transformations
from chain_file import Chain
from question import Solver, ask
from stormpy import environments

STEPS = 'R{"steps"}=? [F "absorbed"]'
HEAD = """@type: DTMC
@value_type: rational
@parameters

@reward_models
steps
@nr_states
{size}
@nr_choices
{size}
@model
"""


def prepare(chain: Chain, setting: str) -> Solver:
    """Return the solver for a model that Storm has read from a file of its own format."""
    quotient = setting == "bisimulation"
    environment = environments.exact()
    solver = "topological" if quotient else setting
    environment.solver().set_linear_equation_solver_type(
        getattr(environments.EquationSolverType, solver.upper())
    )
    steps = stormpy.parse_property(STEPS)
    model = as_model(chain, stormpy.RationalFunction if quotient else stormpy.Rational)

    def solve() -> Any:
        asked = exact_quotient(model, steps) if quotient else model
        result = stormpy.model_checking(
            asked, steps, environment=environment, only_initial_states=True
        )
        return result.get_value(asked.initial_states[0])

    return solve


def as_model(chain: Chain, numbers: type) -> Any:
    """Return Storm's model of the chain."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "chain.drn")
        path.write_text(HEAD.format(size=len(chain.rows)) + "".join(_lines(chain)))
        return stormpy.build_model_from_drn[numbers](str(path))


def _lines(chain: Chain) -> list[str]:
    lines = []
    for state, row in enumerate(chain.rows):
        absorbs = row.get(state) == 1
        labels = " init" * (state == chain.start) + " absorbed" * absorbs
        lines.append(f"state {state} [{int(not absorbs)}]{labels}\n\taction 0 [0]\n")
        lines += [f"\t\t{target} : {chance}\n" for target, chance in sorted(row.items())]
    return lines


def exact_quotient(model: Any, steps: Any) -> Any:
    """Return the exact quotient model by bisimulation."""
    quotient = stormpy.transformations.perform_bisimulation(model, steps)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "quotient.drn")
        stormpy.io.export_to_drn(quotient, str(path))
        path.write_text(path.read_text().replace("parametric", "rational", 1))
        return stormpy.build_model_from_drn[stormpy.Rational](str(path))


if __name__ == "__main__":
    ask(prepare)

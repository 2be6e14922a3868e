"""The same question about chains with symbols to sympy and to Storm, in their own environment.

    python ask_symbols.py PROGRAM CHAINS_FILE CPU_SECONDS GIGABYTES

`field` is DomainMatrix.lu_solve over sympy's field QQ(symbols), `solve` is sympy.linsolve
on expressions, `storm` is Storm's parametric engine.  The file has {"symbols": [names],
"chains": [{"start": place, "question": "won" or "rounds", "rows": [{target: expression}]}]};
a target is a place, "won" or "lost".  The answer is a line of JSON.
"""

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

import stopwatch


def system(chain: dict[str, Any], read: Any) -> tuple[list[list[Any]], list[list[Any]]]:
    """Return I - Q and the known side."""
    size = len(chain["rows"])
    matrix = [[read(str(int(i == j))) for j in range(size)] for i in range(size)]
    known = []
    for i, row in enumerate(chain["rows"]):
        for target, chance in row.items():
            if target.isdigit():
                matrix[i][int(target)] -= read(chance)
        known.append([read("1" if chain["question"] == "rounds" else row.get("won", "0"))])
    return matrix, known


def field(asked: dict[str, Any]) -> Any:
    """Return a solver of all chains over the field of rational functions."""
    from sympy import QQ, sympify
    from sympy.polys.matrices import DomainMatrix

    domain = QQ.frac_field(*asked["symbols"])
    read = lambda text: domain.from_sympy(sympify(text))  # noqa: E731
    matrices = []
    for chain in asked["chains"]:
        rows, known = system(chain, read)
        size = len(rows)
        pair = DomainMatrix(rows, (size, size), domain), DomainMatrix(known, (size, 1), domain)
        matrices.append((chain["start"], *pair))
    return lambda: [domain.to_sympy(a.lu_solve(b)[start, 0].element) for start, a, b in matrices]


def solve(asked: dict[str, Any]) -> Any:
    """Return a solver of all chains on expressions."""
    from sympy import Matrix, linsolve, symbols, sympify

    pairs = [(chain["start"], *map(Matrix, system(chain, sympify))) for chain in asked["chains"]]

    def answers() -> list[Any]:
        found = []
        for start, a, b in pairs:
            unknowns = symbols(f"x:{a.rows}")
            found.append(next(iter(linsolve((a, b), *unknowns)))[start])
        return found

    return answers


def storm(asked: dict[str, Any]) -> Any:
    """Return a solver of all chains with Storm's parametric engine."""
    import stormpy

    questions = {"won": 'P=? [F "won"]', "rounds": 'R{"rounds"}=? [F "over"]'}
    models = []
    for chain in asked["chains"]:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "chain.drn")
            path.write_text(drn(asked["symbols"], chain))
            model = stormpy.build_model_from_drn[stormpy.RationalFunction](str(path))
        models.append((model, stormpy.parse_properties(questions[chain["question"]])[0]))
    return lambda: [
        stormpy.model_checking(model, question, only_initial_states=True).get_value(
            model.initial_states[0]
        )
        for model, question in models
    ]


def drn(symbols: list[str], chain: dict[str, Any]) -> str:
    """Return a chain in Storm's format."""
    size = len(chain["rows"])
    places = {"won": size, "lost": size + 1}
    lines = [
        "@type: DTMC",
        "@value_type: parametric",
        "@parameters",
        " ".join(symbols),
        "@reward_models",
        "rounds",
    ]
    lines += ["@nr_states", str(size + 2), "@nr_choices", str(size + 2), "@model"]
    for i, row in enumerate([*chain["rows"], {"won": "1"}, {"lost": "1"}]):
        labels = ["", " init"][i == chain["start"]]
        labels += [" won over", " over"][i - size] if i >= size else ""
        lines += [f"state {i} [{int(i < size)}]{labels}", "\taction 0 [0]"]
        targets = {places.get(target) or int(target): chance for target, chance in row.items()}
        powers = {target: chance.replace("**", "^") for target, chance in targets.items()}
        lines += [f"\t\t{target} : {powers[target]}" for target in sorted(powers)]
    return "\n".join(lines) + "\n"


def main() -> None:
    """Prepare the chains, then time the solver."""
    program, path, seconds, gigabytes = sys.argv[1:]
    sys.setrecursionlimit(100_000)
    stopwatch.stop_after(float(seconds), float(gigabytes))
    solver = {"field": field, "solve": solve, "storm": storm}[program](
        json.loads(Path(path).read_text())
    )
    stopwatch.stop_after(float(seconds), float(gigabytes))
    took, answers = stopwatch.median_timed(solver)
    print(json.dumps({"seconds": took, "answers": [str(answer) for answer in answers]}))


if __name__ == "__main__":
    main()

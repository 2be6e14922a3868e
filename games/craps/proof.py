"""The proof for Coq of what a bet at craps is worth, from `rules.v`."""

from collections.abc import Callable

from montmort.games.craps import COME_OUT, Rules
from montmort.verification.aim import Aim
from montmort.verification.certificates.coq.backward import Case, solve
from montmort.verification.certificates.coq.proof import fraction, integer, theorem
from montmort.verification.certificates.coq.rules_proof import opening, option, table_of


def proof(rules: Rules, experiment: str, aim: Aim | None) -> str | None:
    """Return the proof of the chance to win and of the mean of a bet of one unit.

    >>> text = proof(Rules(), "pass", None)
    >>> [line for line in text.splitlines() if line.startswith("Theorem chance")]
    ['Theorem chance_to_win : expected_value (craps die 1 0 0) None (244 # 495).']
    """
    if experiment != "pass" or aim is not None:
        return None
    weights = rules.weights or (1,) * rules.faces
    die = "; ".join(f"({weight}, {face})" for face, weight in enumerate(weights, 1))
    text = opening(__package__) + f"\nDefinition die : list (Z * Z) := [{die}].\n"
    pays = {"chance_to_win": (1, 0, 0), "units_won": (1, -1, -1)}
    if rules.bet == "dont-pass":
        pays = {"chance_to_win": (0, 0, 1), "units_won": (-1, 0, 1)}
    for name, pay in pays.items():
        found = solve(_craps(weights, pay), COME_OUT)
        value = fraction(found.entries[COME_OUT].value)
        paid = " ".join(integer(one) for one in pay)
        text += table_of(name, "option Z", found, lambda point: option(point or None))
        text += theorem(
            name,
            f"expected_value (craps die {paid}) None {value}",
            f"fixed_value _ (fun _ => true) _ point_readable {name}_table {found.numbers}",
        )
    return text


def _craps(
    weights: tuple[int, ...], pay: tuple[int, int, int]
) -> Callable[[int], list[list[Case[int]]]]:
    wins, twelve, loses = pay
    throws = [
        (one * two, first + second)
        for first, one in enumerate(weights, 1)
        for second, two in enumerate(weights, 1)
    ]

    def case(point: int, ways: int, total: int) -> Case[int]:
        if point == COME_OUT:
            ends = {7: wins, 11: wins, 12: twelve, 2: loses, 3: loses}
        else:
            ends = {7: loses, point: wins}
        if total in ends:
            return Case(ways, ends[total], None)
        return Case(ways, 0, point or total)

    return lambda point: [[case(point, ways, total) for ways, total in throws]]

"""The exact chances of five-card draw: of the discards of one hand, and of the whole game.

If the opponent stands pat or discards without looking, the opponent's final hand is
a uniformly random set of five cards that the player has not seen, because exchanging
those cards for other unseen ones changes nothing.  So these chances are known:

    one hand and its discards    every draw against every other hand   (`one_hand`)
    smart against random         the mean over all hands               (`best_discards`)
    random against smart         the mirror image
    random against random        as if both players stood pat

If both players look at their cards, no exact value is computed here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from montmort.exact.dealt_cards import laws_of
from montmort.exact.enumeration import Parts
from montmort.exact.five_card_draw.best_discards import Discards, Solution, Value, solution
from montmort.exact.five_card_draw.one_hand import Choice, best_of, choices_of
from montmort.exact.law import Law
from montmort.exact.paths import Watch
from montmort.exact.solver import Enumeration, Solver
from montmort.games import five_card_draw as game
from montmort.games.chance import Chance
from montmort.games.errors import BadInput
from montmort.games.five_card_draw import Result, Rules
from montmort.games.five_card_draw.players import Turn
from montmort.games.table import Table


def truth(
    rules: Rules, experiment: str = "hand", watch: Watch | None = None
) -> dict[str, Law[Result]] | dict[str, Law[int]]:
    """Return the exact law of the result; empty if it is not known.

    >>> royal = truth(Rules(hand="Tc Jc Qc Kc Ac"))["result"]
    >>> str(royal[Result.TIE])  # with three of C(47,5) hands
    '1/511313'
    """
    if experiment == "cards":
        return {**laws_of(game.dealing(rules))}
    if experiment == "hand" and rules.hand:
        choice = _choice_of_rules(rules)
        return {"result": _law(choice.win, choice.tie)}
    if experiment == "hand" or rules.max_draw == 0:
        return {"result": _game(rules, 0, watch)}
    match rules.player, rules.opponent:
        case "random", "random":
            return {"result": _game(rules, 0, watch)}
        case "smart", "random":
            return {"result": _game(rules, rules.max_draw, watch)}
        case "random", "smart":
            return {"result": _game(rules, rules.max_draw, watch).map(_mirror)}
    return {}


def _law(win: Fraction, tie: Fraction) -> Law[Result]:
    return Law.of({Result.WIN: win, Result.TIE: tie, Result.LOSS: 1 - win - tie})


def _game(rules: Rules, most: int, watch: Watch | None) -> Law[Result]:
    """Return the law of the result with the best discards of at most `most` cards."""
    solved = _solution(rules, watch)
    return _law(solved.win(most), solved.tie(most))


def _solution(rules: Rules, watch: Watch | None) -> Solution:
    return solution(rules.pack, rules.ranking, watch)


def _mirror(result: Result) -> Result:
    return {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN}.get(result, result)


@dataclass(frozen=True, kw_only=True)
class Question:
    """Whether to answer for all hands, or for the hand given in the rules."""

    all_hands: bool = field(
        default=False,
        metadata={"help": "the best discards of all hands; the default if no hand is given"},
    )


def answers(
    rules: Rules, question: Question | None = None, watch: Watch | None = None
) -> dict[str, object]:
    """Return the chances of every discard of the given hand, or those of the whole game.

    `watch(share, hands)` is called from time to time with the progress.

    >>> found = answers(Rules(hand="2c 2d 2h 2s 9c", max_draw=1))
    >>> found["best"], str(found["choices"][0]["loss"])  # to 473 fours, 27 straight flushes
    (['', '9c'], '500/1533939')
    """
    _check(rules, question)
    if rules.hand:
        return _of_hand(rules)
    return _of_all_hands(_solution(rules, watch).value(rules.max_draw))


def in_parts(rules: Rules, question: Question | None = None) -> Parts | None:
    """Return the evaluation of all hands in parts; None if the rules give a hand.

    >>> in_parts(Rules(hand="2c 2d 2h 2s 9c")) is None, in_parts(Rules(ranks=5, suits=3)).cases
    (True, 551)
    """
    _check(rules, question)
    if rules.hand:
        return None
    from montmort.exact.five_card_draw.enumeration import hands_in_parts  # loads numba

    return hands_in_parts(rules, _of_all_hands)


def _check(rules: Rules, question: Question | None) -> None:
    if rules.hand and question is not None and question.all_hands:
        raise BadInput(f"hand={rules.hand!r} and all_hands exclude each other; leave one out")
    if not rules.hand and (rules.player, rules.opponent) != ("smart", "random"):
        raise BadInput(
            f"player={rules.player!r}, opponent={rules.opponent!r}: all hands are answered for a "
            "smart player against a random one; leave both out, or use a simulation"
        )


def _of_all_hands(value: Value) -> dict[str, object]:
    return {
        "win": value.win,
        "tie": value.tie,
        "draw_counts": [*value.draw_counts],
        "by_type": value.by_type,
        "hands": value.hands,
    }


def _of_hand(rules: Rules) -> dict[str, object]:
    choices = _choices(rules, rules.hand, rules.max_draw)
    most = max(choice.win for choice in choices)
    found: dict[str, object] = {
        "choices": [_row(rules, choice) for choice in choices],
        "best": [_write(rules.hand, c, rules) for c in choices if c.win == most],
    }
    if rules.discard:
        found["chosen"] = _row(rules, _choice_of_rules(rules))
    return found


def _row(rules: Rules, choice: Choice) -> dict[str, object]:
    discard = _write(rules.hand, choice, rules)
    return {"discard": discard, "win": choice.win, "tie": choice.tie, "loss": choice.loss}


def _write(hand: str, choice: Choice, rules: Rules) -> str:
    """Return the discarded cards in the order of the hand."""
    return " ".join(card for card in hand.split() if rules.pack.read(card)[0] & choice.discard)


def _choices(rules: Rules, hand: str, most: int) -> tuple[Choice, ...]:
    cards = [rules.pack.read(card)[0].bit_length() - 1 for card in hand.split()]
    return choices_of(cards, most, rules.ranking, rules.pack)


def _choice_of_rules(rules: Rules) -> Choice:
    """Return the discard given in the rules."""
    choices = _choices(rules, rules.hand, rules.discarded.bit_count())
    return next(choice for choice in choices if choice.discard == rules.discarded)


def smart_discards(rules: Rules, experiment: str, watch: Watch | None = None) -> Discards | None:
    """Return the discards of a smart player for all hands; None where no smart player plays.

    >>> rules = Rules(ranks=5, suits=3, max_draw=1)
    >>> smart_discards(rules, "hand"), smart_discards(rules, "game").shape
    (None, (3003,))
    """
    if experiment != "game" or "smart" not in (rules.player, rules.opponent):
        return None
    discards: Discards = _solution(rules, watch).discards[rules.max_draw]
    return discards


def players(rules: Rules, chance: Chance) -> Table:
    """Return the table of the players named in the rules; a smart one makes the best discard.

    >>> from montmort.games.chance import ScriptedChance
    >>> table = players(Rules(player="smart"), ScriptedChance([]))
    >>> table.decide(0, ["", "2c Ks"], Turn(seat=0, own="2c 9c 9d 9h Ks"))
    '2c Ks'
    """
    return game.Players(rules, chance, best)


def best(rules: Rules, turn: Turn) -> str:
    """Return the best discard of a player.

    >>> best(Rules(), Turn(seat=0, own="2c 9c 9d 9h Ks"))
    '2c Ks'
    """
    return _write(turn.own, best_of(_choices(rules, turn.own, rules.max_draw)), rules)


def chances(
    rules: Rules,
    events: Sequence[object],
    turn: Turn | None,
    choices: Sequence[str],
) -> dict[str, Fraction]:
    """Return the chance that each discard wins, the best first.

    They hold against an opponent who does not look at their cards.

    >>> found = chances(Rules(max_draw=1), [], Turn(seat=0, own="2c 2d 2h 2s 9c"), [])
    >>> [*found][:3]
    ['stand pat', '9c', '2c']
    """
    if turn is None:
        return {}
    known = _choices(rules, turn.own, rules.max_draw)
    ranked = sorted(known, key=lambda choice: choice.win, reverse=True)
    return {_write(turn.own, choice, rules) or "stand pat": choice.win for choice in ranked}


SOLVER = Solver(
    truth=truth,
    answers=answers,
    question=Question,
    enumeration=Enumeration(
        parts=in_parts,
        counts="the best discards of all hands, and this question does not need them; leave it out",
        only_on_request=True,  # they are stored on disk
    ),
)

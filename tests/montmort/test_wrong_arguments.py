"""Arguments of wrong types and sizes: a call succeeds or raises a MontmortError of one sentence.

`CALLS` holds a valid call of each public constructor, function and method.  Every
argument is replaced in turn by each of the values of `WRONG`.
"""

import itertools
import math
import signal
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import fields
from fractions import Fraction
from typing import Any, NamedTuple

import networkx
import numpy as np
import pytest

import montmort
import montmort.exact
import montmort.games
import montmort.montecarlo
import montmort.verification
from montmort import (
    AbsorbingChain,
    Block,
    Crosscheck,
    Decision,
    Deck,
    Experiment,
    Game,
    Judge,
    Law,
    Levels,
    MarkovChain,
    MontmortError,
    Prefix,
    Quantity,
    RandomChance,
    Rulebook,
    ScriptedChance,
    Shoe,
    SilentTable,
    Simulator,
    Tally,
    Terminal,
    Verdict,
    Walk,
    canonical,
    coin,
    crosscheck,
    draw_seed,
    estimated_paths,
    every_path,
    explore,
    keep_highest,
    keep_lowest,
    law_of,
    laws_from,
    outcomes,
    play_block,
    play_blocks,
    program,
    rule,
    saved_run,
    shuffled,
    simulator_of,
    throw_dice,
)
from montmort.exact.moments import Moments
from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from montmort.games.errors import BadInput
from montmort.verification.game import Given
from montmort.verification.registry import GAMES

LIMIT = 20  # seconds of CPU time for one call: an endless loop fails


class Stranger:
    """A class that nobody expects."""


WRONG: dict[str, Any] = {
    "None": None,
    "1.5": 1.5,
    "nan": math.nan,
    "inf": math.inf,
    "'x'": "x",
    "b'x'": b"x",
    "[]": [],
    "{}": {},
    "object()": object(),
    "-1": -1,
    "0": 0,
    "10**30": 10**30,
    "-10**30": -(10**30),
    "True": True,
    "lambda: 0": lambda: 0,
    "lambda *_: None": lambda *_: None,
    "1j": 1j,
    "1/3": Fraction(1, 3),
    "np.int64(3)": np.int64(3),
    "np.float64(nan)": np.float64("nan"),
    "an array": np.array([1, 2]),
    "{1}": {1},
    "[None]": [None],
    "((),)": ((),),
    "{'x': None}": {"x": None},
    "a class": Stranger,
}


class Two(NamedTuple):
    """An outcome of two fields."""

    eyes: int
    won: bool


class Call(NamedTuple):
    """A valid call."""

    function: Callable[..., Any]
    places: tuple[Any, ...]
    names: dict[str, Any]

    def __call__(self) -> object:
        found = self.function(*self.places, **self.names)
        if isinstance(found, Iterator):
            return [*itertools.islice(found, 3)]  # a generator does nothing until it is asked
        return str(found), repr(found)

    def variants(self) -> Iterator[tuple[str, "Call"]]:
        """Yield (what was changed, call with one wrong argument)."""
        for word, value in WRONG.items():
            for at in range(len(self.places)):
                places = (*self.places[:at], value, *self.places[at + 1 :])
                yield f"argument {at} = {word}", self._replace(places=places)
            for name in self.names:
                yield f"{name} = {word}", self._replace(names=self.names | {name: value})


def of(function: Callable[..., Any], *places: Any, **names: Any) -> Call:
    return Call(function, places, names)


@contextmanager
def limited() -> Iterator[None]:
    """Raise TimeoutError in a block that takes longer than LIMIT."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"more than {LIMIT} seconds")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, LIMIT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def complaint(call: Call) -> str:
    """Return what is wrong with the answer to a call, "" if nothing is."""
    try:
        with limited():
            call()
    except MontmortError as error:
        text = str(error)
        return "" if text and "\n" not in text and len(text) < 600 else f"a sentence: {text!r}"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


third, half, rest = Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)


def die(chance: Any) -> int:
    return int(chance.pick([1] * 6)) + 1


def two(chance: Any) -> Two:
    return Two(chance.pick([1] * 6), bool(chance.pick([1, 1])))


def step(_rules: object, state: int, chance: Any, _table: object) -> tuple[int | None, Two]:
    return None if chance.pick([1, 1]) else state, Two(1, True)


def straight_in(rows: object = None) -> AbsorbingChain[Any]:
    return AbsorbingChain.from_rows({"a": {"a": half, "b": half}, "b": {"b": 1}})


LAW = Law(weights=dict.fromkeys(range(1, 7), 1))
TWO_LAW = law_of(two)
CUT = Law(weights={0: 1, 1: 1}, total=4)
WORDS = Law(weights={"win": 1, "loss": 2})
SCRIPT = ScriptedChance([0] * 10**6)
DECK = Deck({"ace": 4, "other": 48})
ONCE = Experiment.of_play(two, Two)
STEPS = Experiment(name="steps", outcome=Two, start=lambda *_: 0, step=step)
WALK = explore(STEPS, None)
WALK_ONCE = explore(ONCE, None)
CHAIN = straight_in()
WEATHER = MarkovChain.from_rows(
    {"rain": {"rain": half, "sun": half}, "sun": {"rain": Fraction(1, 4), "sun": Fraction(3, 4)}}
)
PLAYER = simulator_of(ONCE, None, game="two")
TALLY = Tally(experiment="c0", plays=4, histograms={"heads": {0: 3, 1: 1}})
BLOCK = play_block(PLAYER, 1, 0, 10)
COIN = Quantity(field="heads", mean=half, variance=Fraction(1, 4), low=0, high=1)
VERDICT = Judge([COIN]).verdicts()[0]
CHECKED = crosscheck(play=die, plays=100, seed=1)
BOOK = Rulebook(name="two", experiments={"play": ONCE})
GAME = Game(rulebook=BOOK)
RULES = treize.Rules(ranks=2, suits=1)


def with_key(key: Any, value: Any, **more: Any) -> dict[Any, Any]:
    """Return a mapping with a key; a key that Python itself refuses is left out."""
    return {**({key: value} if isinstance(key, Hashable) else {}), **more}


def judged(look: object) -> object:
    judge = Judge([COIN])
    judge.look(look)  # type: ignore[arg-type]
    return judge.verdicts()


def record(kind: type, whole: object) -> Call:
    """Return the call that builds a dataclass equal to `whole`."""
    return of(kind, **{f.name: getattr(whole, f.name) for f in fields(kind) if f.init})  # type: ignore[arg-type]


GAMES_CALLS = {
    "RandomChance": of(RandomChance, 1713),
    "RandomChance(rng=)": of(RandomChance, rng=1713),
    "RandomChance.pick": of(RandomChance(1).pick, [1, 2]),
    "RandomChance.pick weight": of(lambda w: RandomChance(1).pick([1, w]), 2),
    "ScriptedChance": of(lambda picks: ScriptedChance(picks).pick([1, 1]), [1]),
    "ScriptedChance pick": of(lambda pick: ScriptedChance([pick]).pick([1, 1]), 1),
    "ScriptedChance.pick": of(SCRIPT.pick, [1, 1]),
    "coin": of(coin, SCRIPT, third),
    "shuffled": of(shuffled, SCRIPT, "abc"),
    "Deck": of(Deck, [4, 48], ["ace", "other"]),
    "Deck of one argument": of(Deck, [4, 48]),
    "Deck count": of(lambda count: Deck([1, count]), 2),
    "Deck kind": of(lambda kind: Deck(with_key(kind, 1)), "ace"),
    "Deck kinds": of(lambda kind: Deck([1], [kind]), "ace"),
    "Deck.of": of(Deck.of, ranks=3, suits=2),
    "Deck.of_cards": of(Deck.of_cards, ranks=3, suits=2),
    "Deck.plus": of(DECK.plus, "ace", 1),
    "Deck[]": of(DECK.__getitem__, "ace"),
    "Deck.draw": of(DECK.draw, SCRIPT),
    "Deck.deal": of(DECK.deal, RandomChance(1), 5),
    "Deck.deal_until": of(DECK.deal_until, SCRIPT, lambda hand: len(hand) == 2),
    "Deck *": of(DECK.__mul__, 3),
    "Deck.of decks": of(Deck.of, ranks=3, suits=2, decks=2),
    "Deck.deal_until_first": of(DECK.deal_until_first, RandomChance(1), "ace", "other"),
    "Deck.deal_with_replacement": of(DECK.deal_with_replacement, RandomChance(1), 3),
    "Deck.draw_in_order": of(DECK.draw_in_order, RandomChance(1), 3),
    "Shoe.of": of(Shoe.of, DECK, behind=3),
    "Shoe.draw": of(Shoe.of(DECK, behind=3).draw, RandomChance(1)),
    "Shoe.deal": of(Shoe.of(DECK, behind=3).deal, RandomChance(1), 3),
    "throw_dice": of(throw_dice, RandomChance(1), 3, 6),
    "throw_dice of weights": of(throw_dice, RandomChance(1), 3, [1, 2]),
    "keep_highest": of(keep_highest, RandomChance(1), 3, 2, 6),
    "keep_lowest": of(keep_lowest, RandomChance(1), 3, 2, 6),
    "canonical": of(canonical, [3, 1], [1, 3]),
    "canonical item": of(lambda item: canonical([item, 1]), 3),
    "Experiment": record(Experiment, STEPS),
    "Experiment.of_play": of(Experiment.of_play, two, Two, "play"),
    "Experiment.play": of(ONCE.play, None, SCRIPT, SilentTable()),
    "Experiment.play of steps": of(STEPS.play, None, RandomChance(1), None),
    "Experiment.play of Treize": of(treize.EXPERIMENTS["game"].play, RULES, RandomChance(1)),
    "Experiment.under": of(ONCE.under, None),
    "Experiment.under of War": of(war.EXPERIMENTS["cards"].under, war.Rules(ranks=1, suits=2)),
    "Experiment played": of(
        lambda **names: Experiment(**names).play(None, RandomChance(1)),
        name="steps",
        outcome=Two,
        start=lambda *_: 0,
        step=step,
    ),
    "rule": of(rule, 3, "help", least=1, most=6, only="game", why=": why", seat=1, depends=False),
    "SilentTable.decide": of(SilentTable().decide, 0, ["pass"], None),
    "SilentTable.tell": of(SilentTable().tell, None),
    "Rulebook": record(Rulebook, BOOK),
    "Rulebook.experiment": of(BOOK.experiment, "play"),
    "Terminal": record(Terminal, Terminal()),
    **{
        f"{game.__name__.rpartition('.')[2]}.Rules": record(game.Rules, game.Rules())
        for game in (treize, war, liars_poker, five_card_draw, persian_monarchs)
    },
}

EXACT_CALLS = {
    "Law": of(Law, weights={0: 1, 1: 2}, total=4, horizon=1),
    "Law weight": of(lambda weight: Law(weights={0: 1, 1: weight}), 1),
    "Law outcome": of(lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)), 1),
    "Law outcome with a tail": of(
        lambda outcome: Law(weights={0: 1} | with_key(outcome, 1), total=4), 1
    ),
    "Law.of": of(Law.of, {0: third, 1: third}, horizon=1),
    "Law.of chance": of(lambda chance: Law.of({0: third, 1: chance}), third),
    "Law[]": of(LAW.__getitem__, 1),
    "Law[] with a tail": of(CUT.__getitem__, 1),
    "Law.expected": of(LAW.expected, lambda x: x),
    "Law.map": of(LAW.map, lambda x: x),
    "Law.field": of(TWO_LAW.field, "eyes"),
    "Law.field of numbers": of(LAW.field, "eyes"),
    "Law.given": of(LAW.given, lambda x: x > 1),
    "Law.at_most": of(LAW.at_most, 3),
    "Law.at_most with a tail": of(CUT.at_most, 1),
    "Law.at_most of words": of(WORDS.at_most, 3),
    "Law.quantile": of(LAW.quantile, half),
    "Law.pgf": of(LAW.pgf, half),
    "Law.pgf of a long law": of(
        lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)).pgf(half), 3
    ),
    "Law.mean": of(lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)).mean(), 3),
    "Law.variance": of(lambda outcome: Law(weights={0: 1} | with_key(outcome, 1)).variance(), 3),
    "Law.capped": of(LAW.capped, 3),
    "Law.capped with a tail": of(CUT.capped, 1),
    "Moments": of(Moments, mean=half, variance=Fraction(1, 4), low=0, high=1),
    "law_of": of(law_of, die, limit=100, watch=lambda *_: None),
    "law_of result": of(lambda result: law_of(lambda chance: result if die(chance) else 1), 1),
    "law_of weight": of(lambda weight: law_of(lambda chance: chance.pick([1, weight])), 1),
    "law_of weights": of(lambda weights: law_of(lambda chance: chance.pick(weights)), [1, 2]),
    "every_path": of(every_path, die, limit=100, watch=lambda *_: None),
    "estimated_paths": of(estimated_paths, die, probes=10, rng=1),
    "explore": of(explore, STEPS, None, table=None, limit=100, states=100, watch=lambda *_: None),
    "explore Treize": of(explore, treize.EXPERIMENTS["game"], RULES),
    "Walk": record(Walk, WALK),
    "Walk.expected": of(WALK.expected, "eyes"),
    "Walk.variance": of(WALK.variance, "eyes"),
    "Walk.last_law": of(WALK.last_law, "won"),
    "Walk.field_law": of(WALK.field_law, "eyes", 3),
    "Walk.field_chances": of(WALK.field_chances, "eyes"),
    "Walk.law": of(WALK_ONCE.law),
    "AbsorbingChain": record(AbsorbingChain, CHAIN),
    "AbsorbingChain.from_rows": of(AbsorbingChain.from_rows, {"a": {"b": 1}, "b": {"b": 1}}),
    "from_rows row": of(lambda row: AbsorbingChain.from_rows({"a": row, "b": {"b": 1}}), {"b": 1}),
    "from_rows chance": of(
        lambda chance: AbsorbingChain.from_rows({"a": {"b": chance}, "b": {"b": 1}}), 1
    ),
    "from_rows target": of(
        lambda target: AbsorbingChain.from_rows({"a": with_key(target, 1), "b": {"b": 1}}), "b"
    ),
    "from_weights": of(AbsorbingChain.from_weights, {"a": ({"b": 2}, 2), "b": ({"b": 1}, 1)}),
    "from_weights row": of(
        lambda row: AbsorbingChain.from_weights({"a": row, "b": ({"b": 1}, 1)}), ({"b": 2}, 2)
    ),
    "from_weights parts": of(
        lambda row, total: AbsorbingChain.from_weights({"a": (row, total), "b": ({"b": 1}, 1)}),
        {"b": 2},
        2,
    ),
    "from_matrix": of(AbsorbingChain.from_matrix, [[half, half], [0, 1]], ["toss", "done"]),
    "from_matrix row": of(lambda row: AbsorbingChain.from_matrix([row, [0, 1]]), [0, 1]),
    "from_matrix entry": of(lambda entry: AbsorbingChain.from_matrix([[0, entry], [0, 1]]), 1),
    "from_matrix label": of(
        lambda label: AbsorbingChain.from_matrix([[0, 1], [0, 1]], [label, "b"]), "a"
    ),
    "from_graph": of(AbsorbingChain.from_graph, networkx.DiGraph([(0, 1)]), None),
    "from_graph chance": of(
        lambda chance: AbsorbingChain.from_graph(networkx.DiGraph([(0, 1, {"p": chance})]), "p"), 1
    ),
    "from_function": of(AbsorbingChain.from_function, lambda _: {0: 1}, 0, limit=10),
    "from_function row": of(lambda row: AbsorbingChain.from_function(lambda _: row, 0), {0: 1}),
    "from_step": of(
        AbsorbingChain.from_step, lambda s, c: None if c.pick([1, 1]) else s, 0, limit=10
    ),
    "from_step next": of(
        lambda after: AbsorbingChain.from_step(lambda s, c: None if c.pick([1, 1]) else after, 0), 0
    ),
    "AbsorbingChain.absorption": of(CHAIN.absorption, start="a"),
    "AbsorbingChain.ancestors": of(CHAIN.ancestors, [1]),
    "AbsorbingChain.at": of(CHAIN.at, {}),
    "AbsorbingChain.expected": of(CHAIN.expected, 1, start="a", discount=half),
    "AbsorbingChain.expected of rewards": of(lambda r: CHAIN.expected({"a": r}), 1),
    "AbsorbingChain.expected of a function": of(lambda r: CHAIN.expected(lambda _: r), 1),
    "AbsorbingChain.expected for all": of(CHAIN.expected, 1, discount=half),
    "AbsorbingChain.second_moment": of(CHAIN.second_moment, 1, start="a"),
    "AbsorbingChain.variance": of(CHAIN.variance, 1, start="a"),
    "AbsorbingChain.steps_law": of(CHAIN.steps_law, "a", 3),
    "AbsorbingChain.steps_pgf": of(CHAIN.steps_pgf, "a", None),
    "AbsorbingChain.visits": of(CHAIN.visits, start="a"),
    "MarkovChain.stationary": of(WEATHER.stationary, "rain"),
    "MarkovChain.return_time": of(WEATHER.return_time, "rain"),
    "MarkovChain.hitting_times": of(WEATHER.hitting_times, "rain"),
    "MarkovChain.hitting_chances": of(WEATHER.hitting_chances, "rain"),
    "MarkovChain.stopped_at": of(WEATHER.stopped_at, "rain"),
}

MONTECARLO_CALLS = {
    "Tally": record(Tally, TALLY),
    "Tally value": of(
        lambda v: Tally(experiment="c0", plays=2, histograms={"a": {0: 1} | with_key(v, 1)}).mean(
            "a"
        ),
        1,
    ),
    "Tally count": of(lambda n: Tally(experiment="c0", plays=2, histograms={"a": {0: n}}), 2),
    "Tally histogram": of(lambda h: Tally(experiment="c0", plays=2, histograms={"a": h}), {0: 2}),
    "Tally joint": of(
        lambda group, counts: Tally(
            experiment="c0",
            plays=2,
            histograms={"a": {0: 2}, "b": {0: 2}},
            joint=with_key(group, counts),
        ),
        ("a", "b"),
        {(0, 0): 2},
    ),
    "Tally.histogram": of(TALLY.histogram, "heads"),
    "Tally.mean": of(TALLY.mean, "heads"),
    "Tally.variance": of(TALLY.variance, "heads"),
    "Tally.frequency": of(TALLY.frequency, "heads", 1),
    "Block": record(Block, BLOCK),
    "Prefix.add": of(lambda block: Prefix().add(block), BLOCK),
    "Simulator": record(Simulator, PLAYER),
    "Simulator.identity": of(
        lambda **names: Simulator(**names).identity, **record(Simulator, PLAYER).names
    ),
    "Simulator.count": of(PLAYER.count, 1, 10),
    "Simulator.record": of(PLAYER.record, 1, 10),
    "Simulator.count_jointly": of(PLAYER.count_jointly, 1, 10, [("eyes", "won")]),
    "Simulator.check_groups": of(PLAYER.check_groups, [("eyes", "won")]),
    "Simulator.check_groups group": of(lambda g: PLAYER.check_groups([g]), ("eyes", "won")),
    "Simulator outcome": of(
        lambda value: simulator_of(
            Experiment.of_play(lambda _: Two(value, True), Two), None, game="x"
        ).count(1, 3),
        1,
    ),
    "Simulator records": of(
        lambda value: simulator_of(
            Experiment.of_play(lambda _: Two(value, True), Two), None, game="x"
        ).record(1, 3),
        1,
    ),
    "simulator_of": of(
        simulator_of, ONCE, None, game="x", version=1, plays_per_block=10, compiled="auto"
    ),
    "simulator_of and count": of(
        lambda *args, **names: simulator_of(*args, **names).count(1, 2),
        ONCE,
        None,
        game="x",
        version=1,
    ),
    "draw_seed": of(draw_seed),
    "play_block": of(play_block, PLAYER, 1, 0, 10, ()),
    "play_blocks": of(
        lambda *args, **names: itertools.islice(play_blocks(*args, **names), 2),
        PLAYER,
        plays=10,
        seed=1,
        executor=None,
        workers=1,
        groups=(),
        skip=(),
    ),
    "program": of(program, "true {seed}", column=None, plays_per_block=10, time_limit=1.0),
    "saved_run": of(saved_run, PLAYER, seed=1, save=None),
    "SavedRun.blocks": of(
        lambda **names: itertools.islice(saved_run(PLAYER, seed=1).blocks(**names), 2),
        plays=10,
        executor=None,
        workers=1,
        groups=(),
    ),
}

VERIFICATION_CALLS = {
    "Levels": of(Levels, reject=1e-6, accept=0.01),
    "Decision.worst": of(Decision.worst, [Decision.CONSISTENT]),
    "Quantity": record(Quantity, COIN),
    "Quantity law": of(
        lambda law: Quantity(
            field="heads", mean=half, variance=Fraction(1, 4), low=0, high=1, law=law
        ),
        {0: half, 1: half},
    ),
    "Quantity law chance": of(
        lambda chance: Quantity(
            field="heads",
            mean=half,
            variance=Fraction(1, 4),
            low=0,
            high=1,
            law={0: half, 1: chance},
        ),
        half,
    ),
    "Judge": of(Judge, [COIN], margins=None, tolerances=None, levels=None),
    "Judge margins": of(lambda margin: Judge([COIN], margins={"heads": margin}), half),
    "Judge tolerances": of(lambda margin: Judge([COIN], tolerances={"heads": margin}), 0),
    "Judge.look": of(judged, {"heads": {0: 3, 1: 4}}),
    "Judge.look histogram": of(lambda h: judged({"heads": h}), {0: 3, 1: 4}),
    "Judge.look count": of(lambda count: judged({"heads": {0: 3, 1: count}}), 4),
    "Judge.look value": of(lambda value: judged({"heads": {0: 3} | with_key(value, 4)}), 1),
    "Judge.look value with a horizon": of(
        lambda value: Judge(
            [Quantity(field="n", mean=half, variance=Fraction(1, 4), low=0, high=1, horizon=1)]
        ).look({"n": {0: 3} | with_key(value, 4)}),
        1,
    ),
    "Judge of a wide range": of(
        lambda high: Judge([Quantity(field="n", mean=half, variance=None, low=0, high=high)]).look(
            {"n": {0: 3, 1: 4}}
        ),
        1,
    ),
    "Judge.invalid": of(Judge([COIN]).invalid, "heads", "reason"),
    "Verdict": record(Verdict, VERDICT),
    "Verdict.interval_at": of(VERDICT.interval_at, 0.999),
    "Verdict.rows": of(VERDICT.rows),
    "Crosscheck": record(Crosscheck, CHECKED),
    "Game": record(Game, GAME),
    "Game.truth": of(GAME.truth, None, "play", None),
    "Game.solve": of(GAME.solve, "play"),
    "Game.answers": of(GAME.answers, None, Given(), "play", None),
    "Game.simulator": of(GAME.simulator, None, "play", None),
    "Game.truth of Treize": of(lambda *args: GAMES["treize"].truth(*args), RULES, "game"),
    "Game.simulator of Treize": of(lambda *args: GAMES["treize"].simulator(*args), RULES, "game"),
    "laws_from": of(laws_from, "no such file", None, None),
    "outcomes": of(outcomes, "no such file", column=None),
    "crosscheck outcomes": of(
        lambda path, column: crosscheck(play=die, simulator=outcomes(path, column=column)),
        "no such file",
        None,
    ),
    "crosscheck": of(
        crosscheck,
        None,
        None,
        play=die,
        exact=None,
        simulator=None,
        against=None,
        experiment=None,
        plays=100,
        most=1000,
        seed=1,
        save=None,
        margin=0.05,
        margins=None,
        levels=None,
        executor=None,
        workers=1,
        began=None,
        watch=None,
        solving=None,
    ),
    "crosscheck margins": of(
        lambda margin: crosscheck(play=die, plays=10, seed=1, margins={"value": margin}), 0.05
    ),
    "crosscheck of Treize": of(
        crosscheck,
        "treize",
        RULES,
        against=RULES,
        experiment="game",
        plays=100,
        seed=1,
        workers=1,
    ),
    "crosscheck exact": of(
        lambda law: crosscheck(play=die, exact={"value": law}, plays=10, seed=1), LAW
    ),
    "crosscheck of steps": of(crosscheck, None, None, play=STEPS, plays=100, seed=1, workers=1),
    "crosscheck of a function's value": of(
        lambda value: crosscheck(play=lambda c: value if die(c) else 1, plays=10, seed=1), 1
    ),
    "crosscheck of a simulator": of(
        lambda value: crosscheck(play=die, simulator=lambda rng: value, plays=10, seed=1), 1
    ),
    "crosscheck of a counter": of(
        lambda value: crosscheck(play=die, simulator=lambda n, rng: value, plays=10, seed=1),
        {1: 10},
    ),
}

CALLS = GAMES_CALLS | EXACT_CALLS | MONTECARLO_CALLS | VERIFICATION_CALLS


@pytest.mark.parametrize("name", CALLS)
def test_a_call_with_a_wrong_argument_succeeds_or_says_why_in_one_sentence(name: str) -> None:
    complaints = {what: complaint(call) for what, call in CALLS[name].variants()}
    assert not {what: text for what, text in complaints.items() if text}


REFUSED = {"Law.field of numbers", "Law.at_most of words", "laws_from", "crosscheck outcomes"}


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_themselves_are_valid(name: str) -> None:
    if name in REFUSED:  # for a reason other than its arguments
        with pytest.raises(MontmortError):
            CALLS[name]()
    else:
        CALLS[name]()


@pytest.mark.parametrize(
    "call",
    [
        lambda: law_of(int),
        lambda: every_path(str),
        lambda: estimated_paths(bool),
        lambda: crosscheck(play=int),
        lambda: crosscheck(play=die, simulator=int),
        lambda: Experiment.of_play(int, Two),
    ],
)
def test_a_type_of_python_is_no_play(call: Callable[[], object]) -> None:
    with pytest.raises(BadInput, match="must be a function of"):
        call()


PUBLIC = {
    f"{package.__name__}.{name}"
    for package in (
        montmort,
        montmort.games,
        montmort.exact,
        montmort.montecarlo,
        montmort.verification,
    )
    for name in package.__all__
}


@pytest.mark.parametrize("name", sorted({name.rpartition(".")[2] for name in PUBLIC}))
def test_the_table_has_every_public_name(name: str) -> None:
    untried = {"Chance", "Table", "MontmortError", "RuleSet", "MarkovChain"}  # no constructor
    assert name in untried or any(
        call.partition(" ")[0].partition(".")[0].partition("(")[0] == name for call in CALLS
    )

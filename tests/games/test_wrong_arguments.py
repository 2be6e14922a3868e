"""Wrong arguments of rules, chances, decks and records: see `tests.wrong_arguments`."""

import pytest

from montmort import (
    Deck,
    Experiment,
    RandomChance,
    Rulebook,
    ScriptedChance,
    Shoe,
    SilentTable,
    Terminal,
    Wager,
    canonical,
    coin,
    keep_highest,
    keep_lowest,
    rule,
    shuffled,
    throw_dice,
)
from montmort.games import five_card_draw, liars_poker, persian_monarchs, treize, war
from tests.wrong_arguments import (
    ONCE,
    STEPS,
    Call,
    Two,
    complaints,
    of,
    record,
    step,
    third,
    two,
    with_key,
)

SCRIPT = ScriptedChance([0] * 10**6)
DECK = Deck({"ace": 4, "other": 48})
BOOK = Rulebook(name="two", experiments={"play": ONCE})
RULES = treize.Rules(ranks=2, suits=1)


CALLS: dict[str, Call] = {
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
    "Deck.deal_until_kind": of(DECK.deal_until_kind, RandomChance(1), "ace", "other", times=1),
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
    "Rulebook.wagers_on": of(BOOK.wagers_on, "play"),
    "Wager": record(Wager, Wager(net="eyes")),
    "Wager.net_of": of(Wager(paid="eyes").net_of, None, 3),
    "Terminal": record(Terminal, Terminal()),
    **{
        f"{game.__name__.rpartition('.')[2]}.Rules": record(game.Rules, game.Rules())
        for game in (treize, war, liars_poker, five_card_draw, persian_monarchs)
    },
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_with_a_wrong_argument_succeeds_or_says_why_in_one_sentence(name: str) -> None:
    assert complaints(CALLS[name]) == {}


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_themselves_are_valid(name: str) -> None:
    CALLS[name]()

"""What is told of one hand of five-card draw: its choices counted, proved and checked."""

import math
from collections.abc import Sequence
from fractions import Fraction

from montmort.exact.five_card_draw.hands_below import Left
from montmort.exact.five_card_draw.one_hand import Choice, choices_of
from montmort.exact.walk import explore
from montmort.games.five_card_draw import EXPERIMENTS, RULEBOOK, Result, Rules, score
from montmort.verification.five_card_draw.figures import draw_choices
from montmort.verification.five_card_draw.report.hand_facts import Draw, DrawnHand
from montmort.verification.five_card_draw.report.hand_types import in_words
from montmort.verification.reports.argument import Provenance
from montmort.verification.reports.document import (
    Block,
    Equation,
    Figure,
    Math,
    Paragraph,
    Proof,
    Section,
    Statement,
    Step,
    Table,
    Text,
    text,
)
from montmort.verification.reports.figures import figure
from montmort.verification.reports.numbers import Number, counted, decimals, fixed, listed, yes

PAPER = {"ranks": 3, "suits": 4, "max_draw": 1, "hand": "2c 2d 3c 3d As", "discard": "As"}
WALKED = (
    PAPER,
    {"ranks": 6, "suits": 2, "max_draw": 1, "hand": "2c 3c 4c 5c 5d", "discard": "5d"},
    {"ranks": 7, "suits": 2, "max_draw": 2, "hand": "2c 2d 3c 4c Ac", "discard": "2c 2d"},
)


def choice_words(away: str) -> str:
    """Return a choice in words.

    >>> choice_words(""), choice_words("2c 2d")
    ('stand pat', 'discard 2c 2d')
    """
    return f"discard {away}" if away else "stand pat"


def theorem(hand: DrawnHand, told: Provenance) -> Statement:
    """Return what all discards are worth, and which is the best."""
    return Statement("Theorem", "a hand", (
        Paragraph(text(
            "Let $N$ cards be in the deck, and let $D$ be discarded and $K$ kept. The deals in "
            "which the player wins, and those in which he wins or ties, are"
        )),
        Equation(Math(
            "w(D) = \\sum_X b(v(K \\cup X), X), \\quad "
            "w(D) + t(D) = \\sum_X b(v(K \\cup X) + 1, X)"
        ), label="sum"),
        Paragraph(text(
            "of $\\binom{N-5}{d} \\binom{N-5-d}{5}$, where $X$ goes through the sets of as many "
            "unseen cards as $D$ has, $d$, $v$ is the class of a hand, and $b(v, X)$ counts the "
            "hands of five unseen cards outside $X$ that are below class $v$. A choice is **best** "
            "if none wins more often."
        )),
        Paragraph(_verdict(hand, told)),
    ), label="hand")  # fmt: skip


def _verdict(hand: DrawnHand, told: Provenance) -> Text:
    win, tie = best_numbers(hand, told)
    names = [f"to **{name}**" for name in _words(hand, hand.optima)]
    best = "the best choice is" if len(names) == 1 else f"there are {len(names)} best choices,"
    return text(f"Of {hand.rules.hand} {best} {listed(names)}; the player wins with chance ", win,
                _who_ties(hand), tie, ".")  # fmt: skip


def _words(hand: DrawnHand, choices: Sequence[Choice]) -> list[str]:
    return [choice_words(hand.words(choice)) for choice in choices]


def _who_ties(hand: DrawnHand) -> str:
    """Return who has the chance to tie: choices that win equally often may tie unequally."""
    tying = [choice for choice in hand.optima if choice.tie == hand.best.tie]
    if len(tying) == len(hand.optima):
        return " and ties with chance "
    names = listed([f"to {name}" for name in _words(hand, tying)])
    return f". Of these, {names} tie{'s' * (len(tying) == 1)} most often, with chance "


def best_numbers(hand: DrawnHand, told: Provenance) -> tuple[Number, Number]:
    """Return the chances that the best choice wins and ties."""
    name = hand.rules.hand
    return (told.number(f"{name}, the best choice wins", hand.best.win),
            told.number(f"{name}, the best choice ties", hand.best.tie))  # fmt: skip


def derivation(hand: DrawnHand, *more: Block) -> Section:
    """Return the proof with the numbers of this hand, and what else is told of it."""
    steps = (
        Step("one draw after the other", _one_draw(hand)),
        Step("the hands below a class", _below()),
        Step("what has to be known of a draw", _rows(hand)),
        Step("the sum", _sum(hand)),
    )
    return Section(f"The choices of {hand.rules.hand}, counted", (
        Proof(steps),
        _choices_table(hand),
        choices_figure(hand),
        _made_table(hand),
        *more,
    ))  # fmt: skip


def _one_draw(hand: DrawnHand) -> tuple[Block, ...]:
    draw = hand.one_draw(hand.best)
    return (
        Paragraph(text(
            "By @exchange all pairs of a draw $X$ and a hand of five other unseen cards are "
            "equally likely. Given $X$ the player's final hand is $K \\cup X$; it wins against the "
            "$b(v(K \\cup X), X)$ hands of lower class and ties with those of the same class. "
            "Summed over $X$ this is @sum."
        )),
        Paragraph(text(_drawn(hand, draw) +
            f" The opponent may have {counted(draw.hands, 'hand')}: {draw.lower:,} of lower class, "
            f"{draw.equal:,} of the same."
        )),
    )  # fmt: skip


def _drawn(hand: DrawnHand, draw: Draw) -> str:
    kept, drawn = hand.kept(hand.best), hand.rules.pack.write(draw.drawn)
    words = f"the final hand, {f'{kept} {drawn}'.strip()}, is of the type {in_words(draw.type)}."
    return (f"For instance {drawn} may be drawn: {words}" if drawn
            else f"To stand pat is to draw no card, in one way: {words}")  # fmt: skip


def _below() -> tuple[Block, ...]:
    return (
        Paragraph(text(
            "Let $c_r$ unseen cards have rank $r$ and the ranks $L_u$ be unseen in suit $u$; let "
            "$X$ take $x_r$ cards of rank $r$, and the ranks $X_u$ in suit $u$. Of what is left "
            "there are $\\prod_r \\binom{c_r - x_r}{m_r}$ hands with $m_r$ cards of each rank. If "
            "none were of one suit, all would have the class $v(m)$. Five different ranks $R$ that "
            "are left in suit $u$ make one hand of that suit, whose class $v_u(R)$ is another, "
            "and it is put right alone:"
        )),
        Equation(Math(
            "b(v, X) = \\sum_{v(m) < v} \\prod_r \\binom{c_r - x_r}{m_r} + \\sum_u "
            "\\sum_{R \\subset L_u \\setminus X_u} ([v_u(R) < v] - [v(R) < v])"
        ), label="below"),
        Paragraph(text("Here $[A]$ is $1$ if $A$ holds, else $0$.")),
    )  # fmt: skip


def _rows(hand: DrawnHand) -> tuple[Block, ...]:
    rules, size = hand.rules, hand.best.discard.bit_count()
    everything = (1 << rules.pack.size) - 1
    own = sum(1 << card for card in hand.cards)
    patterns = Left(everything ^ own, size, rules.ranking, rules.pack).held.shape[1]
    draws = math.comb(len(hand.unseen), size)
    rows = counted(hand.multisets(hand.best), "multiset")
    return (
        Paragraph(text(
            f"Put the {counted(patterns, 'multiset')} $m$ of five ranks in order of class. Then "
            "the first sum of @below is a partial sum of a row, one row for each multiset of the "
            "ranks in $X$; the second is one for each suit, a row for each $X_u$. To "
            f"{_best(hand)} is to draw {counted(size, 'card')}: {counted(draws, 'set')} $X$, "
            f"{rows} of ranks. Rows are made once for all discards of as many cards; each $X$ "
            f"looks up {1 + rules.suits} numbers."
        )),
    )  # fmt: skip


def _best(hand: DrawnHand) -> str:
    return choice_words(hand.words(hand.best))


def _sum(hand: DrawnHand) -> tuple[Block, ...]:
    best = hand.best
    return (
        Paragraph(text(
            f"By @sum the choice to {_best(hand)} has $w$ = {best.wins:,} and "
            f"$t$ = {best.ties:,} of {counted(best.deals, 'deal')}. @made splits them by what is "
            f"drawn, @choices has the counts of {_every(hand)}."
        )),
    )  # fmt: skip


def _every(hand: DrawnHand) -> str:
    return "the only choice" if len(hand.choices) == 1 else f"all {len(hand.choices)} choices"


def _choices_table(hand: DrawnHand) -> Table:
    header = tuple(map(text, ("discarded", "deals", "wins", "ties", "losses", "$P$(win)")))
    rows = tuple(
        (
            _marked(hand.words(choice) or "none", choice in hand.optima),
            *((f"{n:,}",) for n in (choice.deals, choice.wins, choice.ties, _losses(choice))),
            (fixed(choice.win, 8),),
        )
        for choice in hand.choices
    )
    caption = text(f"{_every(hand).capitalize()} of {hand.rules.hand}; the best in bold")
    return Table(caption, header, rows, frozenset(range(1, 6)), label="choices", small=True)


def _marked(words: str, is_best: bool) -> Text:
    return text(f"**{words}**") if is_best else (words,)


def _losses(choice: Choice) -> int:
    return choice.deals - choice.wins - choice.ties


def choices_figure(hand: DrawnHand) -> Figure:
    """Return the picture of all choices."""
    told = [
        {"discard": hand.words(choice), "win": choice.win, "tie": choice.tie}
        for choice in hand.choices
    ]
    best = [hand.words(choice) for choice in hand.optima]
    words = listed(_words(hand, hand.optima))
    return figure(
        lambda ax: draw_choices(told, best, ax).figure.legend(loc="outside lower center", ncols=3),
        text(f"The chances of {_every(hand)} of {hand.rules.hand}"),
        f"{counted(len(told), 'bar')}, one for each choice. Best: {words}; chance to win "
        f"{decimals(hand.best.win)}.",
        height=1 + 0.19 * len(told),
    )


def _made_table(hand: DrawnHand) -> Table:
    header = tuple(map(text, ("final hand", "draws", "deals", "wins", "ties", "part won")))
    rows = tuple(
        (
            text(in_words(made.type)),
            *((f"{n:,}",) for n in (made.draws, made.deals, made.wins, made.ties)),
            (fixed(Fraction(made.wins, made.deals), 8),),
        )
        for made in hand.made(hand.best)
    )
    return Table(text(f"To {_best(hand)}: what is drawn, and how it ends"), header, rows,
                 frozenset(range(1, 6)), label="made", small=True)  # fmt: skip


def played(hand: DrawnHand) -> Paragraph:
    """Return what Monte Carlo plays: the discard that Rules give."""
    chosen = next(c for c in hand.choices if c.discard == hand.rules.discarded)
    lost = hand.best.win - chosen.win
    behind = f"{decimals(lost)} less often than the best" if lost else "as often as any"
    return Paragraph(text(
        f"What is played below is to **{choice_words(hand.words(chosen))}**, which wins with "
        f"chance {decimals(chosen.win)}, {behind}."
    ))  # fmt: skip


def on_paper(ranking: str) -> Section:
    """Return a deck of twelve cards, every draw and every hand against it."""
    rules = Rules(ranking=ranking, **PAPER)  # type: ignore[arg-type]
    hand = DrawnHand(rules)
    chosen = next(choice for choice in hand.choices if choice.discard == rules.discarded)
    draws = list(hand.draws(chosen))
    header = tuple(map(text, ("drawn", "type", "against the six", "lower", "equal")))
    rows = tuple(
        (text(rules.pack.write(draw.drawn)), text(in_words(draw.type)),
         text(_results(rules, draw)), text(f"${draw.lower}$"), text(f"${draw.equal}$"))
        for draw in draws
    )  # fmt: skip
    caption = text(
        "Each draw against the six hands that leave out one of six cards, in order: W for a win, "
        "T for a tie, L for a loss; beside them the counts by @below"
    )
    told = Provenance(RULEBOOK, rules)
    return Section("A small deck on paper", (
        Paragraph(text(
            f"Twelve cards, three ranks in four suits; the hand is {rules.hand}, and "
            f"{rules.discard} goes. Seven cards are unseen. After each draw six are left, and the "
            "opponent has all but one of them: $7 \\cdot 6 = 42$ deals."
        )),
        Table(caption, header, rows, frozenset({3, 4}), label="paper"),
        Paragraph(text(
            f"In all $w = {chosen.wins}$ and $t = {chosen.ties}$: the player wins with chance ",
            told.number("on paper", chosen.win), "."
        )),
    ))  # fmt: skip


def _results(rules: Rules, draw: Draw) -> str:
    """Return the results against all hands that can be left, by the rules."""
    rest = ((1 << rules.pack.size) - 1) ^ rules.own ^ draw.drawn
    cards = [1 << card for card in range(rules.pack.size) if rest >> card & 1]
    words = {Result.WIN: "W", Result.TIE: "T", Result.LOSS: "L"}
    return " ".join(words[score(rules, draw.final, rest ^ card)] for card in cards)


def checks(hand: DrawnHand) -> list[Text]:
    """Return what is counted again, another way."""
    made, best, pat = hand.made(hand.best), hand.best, hand.choices[0]
    total = (sum(m.wins for m in made), sum(m.ties for m in made), sum(m.deals for m in made))
    draws = {hand.one_draw(choice) for choice in (pat, best)}
    hands = sum(draw.hands for draw in draws)
    found = [
        text("The rows of @made add up to the counts of the same choice in @choices: ",
             yes(total == (best.wins, best.ties, best.deals)), "."),
        text("The hand as it was dealt, and the draw of the proof, were held against all that "
             f"the opponent can have, {counted(hands, 'hand')}, one by one, without @below: "
             "equal, ",
             yes(all(hand.gone_through(draw) == (draw.lower, draw.equal) for draw in draws)), "."),
    ]  # fmt: skip
    return found + _five_drawn(hand)


def _five_drawn(hand: DrawnHand) -> list[Text]:
    """Return the check by symmetry, where five cards can be drawn."""
    rules = hand.rules
    if rules.pack.size < 15:
        return []
    all_five = choices_of(hand.cards, 5, rules.ranking, rules.pack)[-1]
    return [
        text("Who draws five cards has no more than the opponent: of "
             f"{counted(all_five.deals, 'deal')} he wins {all_five.wins:,} and loses as many: ",
             yes(all_five.wins == _losses(all_five)), ".")
    ]  # fmt: skip


def walks(ranking: str) -> tuple[Block, ...]:
    """Return what is compared with the referee, and the table of it."""
    return (
        Paragraph(text("The rules themselves, `games/five_card_draw/rules.py`, know "
                       "nothing of all this. "
                       "Walked through every deal they give the chances to win and to tie of "
                       "@walked.")),
        _walked_table(ranking),
    )  # fmt: skip


def _walked_table(ranking: str) -> Table:
    cases = [Rules(ranking=ranking, **case) for case in WALKED]  # type: ignore[arg-type]
    return Table(
        text("@hand and the rules, walked through every deal of small decks"),
        tuple(map(text, ("deck", "hand", "discard", "by the theorem", "by the rules", "equal"))),
        tuple(map(_walked, cases)),
        label="walked",
        small=True,
    )


def _walked(rules: Rules) -> tuple[Text, ...]:
    hand = DrawnHand(rules)
    chosen = next(choice for choice in hand.choices if choice.discard == rules.discarded)
    law = explore(EXPERIMENTS["hand"], rules).law().map(lambda outcome: outcome.result).chances()
    by_rules = (law.get(Result.WIN, 0), law.get(Result.TIE, 0))
    by_theorem = (chosen.win, chosen.tie)
    cells = (
        f"${rules.ranks} \\times {rules.suits}$", rules.hand, rules.discard,
        ", ".join(map(str, by_theorem)), ", ".join(map(str, by_rules)),
        yes(by_theorem == by_rules),
    )  # fmt: skip
    return tuple(map(text, cells))

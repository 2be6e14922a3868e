"""`montmort play GAME`: take a seat at a game."""

import argparse
import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from montmort.games.errors import BadInput, TooLarge
from montmort.games.rulebook import Rulebook
from montmort.games.table import Reasoning
from montmort.options.dataclass_flags import flag
from montmort.options.flags import (
    A_GAME,
    GameFlags,
    changed_rules,
    given_fields,
    is_file,
    natural,
    read_game,
    rules_of,
)
from montmort.options.parser import add_epilog
from montmort.options.symbol_flags import At, put_numbers
from montmort.options.verb_flags import picture
from montmort.output.files import check_picture, check_writable
from montmort.output.pictures import write_picture
from montmort.output.streams import note
from montmort.play.best_play import best_play
from montmort.play.human_player import ANSWERS, Display, HumanPlayer, Leave, Screen
from montmort.play.playable_game import (
    check_seat,
    default_experiment,
    description,
    introduction,
    other_players,
    question,
)
from montmort.play.transcript import Record, Script, ScriptEnds, Transcript
from montmort.verification.game import Game
from montmort.verification.values_from_words import read_fields
from montmort.verification.words_of_values import fields_text, plain, settings, spoken

MOST_CARDS = 10_000


EXAMPLES = (
    "montmort play war",
    "montmort play liars-poker",
    "montmort play treize --seed 1713 --save played.json",
    "montmort play --replay played.json",
    "montmort play my_game.py --optimal points",
)


@dataclass(frozen=True, kw_only=True)
class Flags(GameFlags, At):
    """What `montmort play` is asked."""

    NEEDS_GAME = False
    seed: int | None = flag("seed of chance; drawn and printed when absent", read=natural)
    seat: int | None = flag("your seat (0)", read=natural)
    save: Path | None = flag("write a transcript at the end")
    replay: Path | None = flag("play a transcript again, and check it")
    plain: bool = flag("no colours, and no pictures", default=False)
    verbosity: int = flag(
        "0: what happens; 1: at the end also the other players' reasons; "
        "2: also the exact chances before every choice (0)",
        default=0,
        read=int,
        choices=range(3),
    )
    optimal: str | None = flag(
        "you want this field of the outcome, or the chance of a condition, large: ? shows "
        "what each choice is worth, and the other seats play at best",
        metavar="FIELD",
    )
    minimise: str | None = flag("you want it small", metavar="FIELD")
    plot: Path | None = flag(
        "draw what was played; png, svg, pdf",
        read=picture,
        has=lambda game: game.played_figure is not None,
    )

    @classmethod
    def add_game(cls, parser: argparse.ArgumentParser, argv: Sequence[str]) -> Game[Any] | None:
        """Add the game, and what can be answered at the table."""
        add_epilog(parser, f"At the table: {ANSWERS}.")
        game = super().add_game(parser, argv)
        if game is not None:
            parser.set_defaults(experiment=default_experiment(game.rulebook))
        return game


def run(options: Flags) -> int:
    """Play, or replay; 130 if interrupted."""
    if options.replay is not None:
        return _replay(options, options.replay)
    if options.game is None:
        raise BadInput(f"name a GAME: {A_GAME}; or a transcript with --replay FILE")
    check_writable(options.save, options.plot)
    check_picture(options.plot)
    return _play_until_leaving(put_numbers(options))


def _play_until_leaving(options: Flags) -> int:
    """Play, and once more while the player wants to; a transcript or a picture is of one game."""
    is_first = True
    is_one = options.save is not None or options.plot is not None
    screen = Screen(plain=options.plain)
    while True:
        code, has_left = _play(options, is_first=is_first)
        is_first = False
        try:
            if code or has_left or is_one or not screen.wants_another():
                return code
        except KeyboardInterrupt:
            screen.say("")
            return code
        if options.seed is not None:
            options = dataclasses.replace(options, seed=options.seed + 1)


def _play(options: Flags, *, is_first: bool) -> tuple[int, bool]:
    """Play one game; return the exit code, and whether the player left before its end.

    Only the first one is introduced.
    """
    from montmort.games.chance import RandomChance
    from montmort.montecarlo import draw_seed

    game: Game[Any] = options.game
    book, rules = game.rulebook, rules_of(options)
    own = _own_fields(rules, options.seat or 0)
    _check_others_only(options, rules, own)
    _check_seat(options.seat or 0, rules)
    if options.seat is not None:
        check_seat(book.experiments[options.experiment], rules, options.seat, game.name)
    _check_size(book, rules)
    seed = draw_seed() if options.seed is None else options.seed
    note(f"seed {seed}")
    player = _human_player(options, game, rules, seed)
    record, outcome, screen = Record(RandomChance(seed), player), None, player.display
    experiment = book.experiments[options.experiment]
    if player.best is not None:
        experiment = player.best.experiment(record)
    if is_first:
        _introduce(screen, game, rules, options.experiment, own)
    if player.best is not None and player.best.why_not:
        screen.say(player.best.why_not)
    try:
        outcome = experiment.play(rules, record, record)
        _show_end(options, player, outcome)
    except Leave:
        screen.say("You leave the table. Good-bye!")
    except KeyboardInterrupt:
        screen.say("\nInterrupted; good-bye!")
        return 130, True
    finally:
        _save(options, player, seed, record, outcome)
        _draw(options, game, rules, player.events)
    return 0, outcome is None


def _human_player(options: Flags, game: Game[Any], rules: Any, seed: int) -> HumanPlayer:
    """Return the human player; the other players draw from a stream of their own."""
    import numpy as np

    from montmort.games.chance import RandomChance

    chance = RandomChance(np.random.default_rng([seed, 1]))
    best = best_play(
        game, rules, options.experiment, options.optimal, options.minimise, options.seat or 0
    )
    return HumanPlayer(
        book=game.rulebook,
        rules=rules,
        display=Screen(plain=options.plain),
        others=other_players(game.rulebook, rules, chance, best, options.experiment),
        number=options.seat or 0,
        pictures=not options.plain,
        always_chances=options.verbosity > 1,
        best=best,
        experiment=options.experiment,
    )


def _show_end(options: Flags, player: HumanPlayer, outcome: Any) -> None:
    """Show how the game ended, and the other players' reasons if they are asked for."""
    if options.verbosity > 0 and isinstance(player.others, Reasoning):
        for reason in player.others.reasons:
            player.display.say(spoken(reason))
    player.display.say(f"The game is over: {spoken(outcome)}.", "bold")
    player.show_costs()


def _save(options: Flags, player: HumanPlayer, seed: int, record: Record, outcome: Any) -> None:
    """Write the transcript of what was played, where one is asked for."""
    if options.save is None:
        return
    Transcript(
        game=player.book.name,
        rules=settings(player.rules),
        experiment=options.experiment,
        seed=seed,
        moves=record.moves,
        outcome=plain(outcome),
    ).write(options.save)
    note(f"transcript in {options.save}")


def _draw(options: Flags, game: Game[Any], rules: Any, events: Sequence[Any]) -> None:
    """Draw the play, if the game has a picture of it and --plot asks for it."""
    path = options.plot
    if path is None or game.played_figure is None:
        return

    sheet = game.played_figure(rules, events)
    if sheet is None:
        note("nothing was played that could be drawn")
        return
    write_picture(options, sheet, rules, path=path)
    note(f"picture in {path}")


def _replay(options: Flags, transcript_file: Path) -> int:
    check_writable(options.plot)
    check_picture(options.plot)
    transcript = Transcript.read(transcript_file)
    game = _game_of_replay(options, transcript)
    book = game.rulebook
    if transcript.experiment not in book.experiments:
        raise BadInput(f"{game.name} has no experiment {transcript.experiment!r} to replay")
    rules = _rules_of_replay(game, transcript)
    screen = Screen(plain=options.plain)
    events: list[Any] = []

    def draw(what: Any) -> None:
        if not options.plain and (picture := book.terminal.draw(rules, what)):
            screen.say(picture)

    def hear(event: Any) -> None:
        events.append(event)
        draw(event)
        screen.say(description(book, rules, tuple(events)))

    def see(seat: int, view: Any, choice: Any) -> None:
        draw(view)
        screen.say(f"{question(book, rules, view)}\nseat {seat}: {spoken(choice)}")

    script = Script(transcript, hear=hear, see=see)
    _introduce(screen, game, rules, transcript.experiment)
    try:
        outcome = book.experiments[transcript.experiment].play(rules, script, script)
    except ScriptEnds:
        script.end(None)
        _draw(options, game, rules, events)
        screen.say(f"Here the player left; all {script.played} moves are the same again.", "bold")
        return 0
    script.end(outcome)
    _draw(options, game, rules, events)
    screen.say(f"The game is over: {spoken(outcome)}; the same as when it was played.", "bold")
    return 0


def _game_of_replay(options: Flags, transcript: Transcript) -> Game[Any]:
    """Return the transcript's game; a user's file runs only if the user names it."""
    if options.game is None and is_file(transcript.game):
        raise BadInput(
            f"{options.replay} is of a game of your own; name its file {transcript.game}"
        )
    game = read_game(transcript.game) if options.game is None else options.game
    if game.name != transcript.game:
        raise BadInput(f"{options.replay} is of {transcript.game}, not of {game.name}")
    flags = options.seed, options.seat, options.save, options.optimal, options.minimise
    if given_fields(options, game.rulebook.rules) or any(flag is not None for flag in flags):
        raise BadInput("a replay takes seed and rules from its transcript; leave out other flags")
    return game


def _rules_of_replay(game: Game[Any], transcript: Transcript) -> Any:
    try:
        fields = read_fields(game.rulebook.rules, transcript.rules)
    except (KeyError, argparse.ArgumentTypeError) as error:
        raise BadInput(f"{game.name} has no such rules any more: {transcript.rules}") from error
    return changed_rules(game, game.rulebook.usual, fields)


def _own_fields(rules: Any, number: int) -> tuple[str, ...]:
    """Return the fields that name the player on the human's seat."""
    return tuple(f.name for f in dataclasses.fields(rules) if f.metadata.get("seat") == number)


def _check_others_only(options: Flags, rules: Any, own: Sequence[str]) -> None:
    """Raise BadInput if the rules put another player on the human's seat."""
    for name in {*own} & {*given_fields(options, type(rules))}:
        raise BadInput(
            f"{name}={getattr(rules, name)} would sit where you do; leave the flag out, "
            "or take another seat with --seat"
        )


def _check_size(book: Rulebook[Any], rules: Any) -> None:
    """Raise TooLarge for a deck with which nobody plays at a terminal."""
    if book.dealing is not None and (cards := book.dealing(rules).deck.size) > MOST_CARDS:
        raise TooLarge(
            f"a deck of {cards:,} cards is too large for a terminal, where {MOST_CARDS:,} are the "
            "most: take a smaller one"
        )


def _check_seat(number: int, rules: Any) -> None:
    """Raise BadInput if the Rules name the players of all seats and this is not one of them."""
    seats = sorted(f.metadata["seat"] for f in dataclasses.fields(rules) if "seat" in f.metadata)
    if seats and number not in seats:
        raise BadInput(f"--seat {number}: the seats are {' and '.join(map(str, seats))}")


def _introduce(
    screen: Display, game: Game[Any], rules: Any, experiment: str, own: Sequence[str] = ()
) -> None:
    """Show what the rulebook says about the experiment."""
    headline, _, page = introduction(game.rulebook, experiment).partition("\n\n")
    screen.say(headline, "bold")
    screen.say(f"\n{page}\n" if page else "")
    if words := fields_text(rules, experiment, without=own):
        screen.say(f"Played with {words}.")

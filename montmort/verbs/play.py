"""`montmort play GAME`: take a seat at a game."""

import argparse
import dataclasses
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from montmort.games.errors import BadInput
from montmort.options.dataclass_flags import given_fields, read_fields
from montmort.options.flags import add_rules, natural, picture
from montmort.output.files import check_writable, write_whole
from montmort.output.formatting import fields_text, plain, settings, spoken
from montmort.play.human_player import ANSWERS, Leave, Screen, Seat, Terminal
from montmort.play.playable_game import Room, game_or_file, is_file, known, room_of
from montmort.play.transcript import Record, Script, ScriptEnds, Transcript
from montmort.verification import registry


def add_arguments(parser: argparse.ArgumentParser, argv: Sequence[str]) -> None:
    """Add the flags of `montmort play`."""
    parser.add_argument("game", nargs="?", metavar="GAME", type=game_or_file, help=known())
    parser.add_argument(
        "--seed", metavar="N", type=natural, help="seed of chance; drawn and printed when absent"
    )
    parser.add_argument("--seat", metavar="N", type=natural, help="your seat (0)")
    parser.add_argument("--save", metavar="FILE", type=Path, help="write a transcript in the end")
    parser.add_argument(
        "--replay", metavar="FILE", type=Path, help="play a transcript again, and check it"
    )
    parser.add_argument("--plain", action="store_true", help="no colours, and no pictures")
    parser.add_argument(
        "--verbosity",
        metavar="N",
        type=int,
        choices=range(3),
        default=0,
        help="0: what happens; 1: also, in the end, by what the others decided; "
        "2: also the exact chances before every choice (0)",
    )
    parser.epilog = f"At the table: {ANSWERS}."
    if (name := _game_in(argv)) is not None:
        room = room_of(name)
        parser.set_defaults(room=room)
        if hasattr(room.gallery(), "played_figure"):
            parser.add_argument(
                "--plot", metavar="FILE", type=picture, help="draw what was played; png, svg, pdf"
            )
        add_rules(parser, name, room)
        parser.set_defaults(experiment=room.usual)


def run(options: argparse.Namespace) -> int:
    """Play, or replay; 130 if interrupted."""
    if options.replay is not None:
        return _replay(options)
    if options.game is None:
        raise BadInput(f"name a GAME: {known()}; or a transcript with --replay FILE")
    check_writable(options.save, _plot(options))
    return _play(options, options.room)


def _game_in(argv: Sequence[str]) -> str | None:
    """Return the game on the command line: a name or a file that is not the value of a flag."""
    for before, word in pairwise(argv):
        if before not in {"--save", "--replay"} and (word in registry.GAMES or is_file(word)):
            return word
    return None


def _play(options: argparse.Namespace, room: Room) -> int:
    from montmort.games.chance import RandomChance
    from montmort.montecarlo import draw_seed

    rules = room.rules(options.reading, given_fields(options, room.Rules))
    own = _own_fields(rules, options.seat or 0)
    _check_others_only(options, rules, own)
    _check_seat(options.seat or 0, rules)
    seed = draw_seed() if options.seed is None else options.seed
    _note(f"seed {seed}")
    seat = _seat(options, room, rules, seed)
    record, outcome, screen = Record(RandomChance(seed), seat), None, seat.terminal
    _introduce(screen, room, rules, options.experiment, own)
    try:
        outcome = room.EXPERIMENTS[options.experiment].play(rules, record, record)
        _tell_end(options, seat, record, outcome)
    except Leave:
        screen.say("You leave the table. Good-bye!")
    except KeyboardInterrupt:
        screen.say("\nInterrupted; good-bye!")
        return 130
    finally:
        _save(options, seat, seed, record, outcome)
        _draw(options, room, rules, seat.heard)
    return 0


def _seat(options: argparse.Namespace, room: Room, rules: Any, seed: int) -> Seat:
    """Return the human's seat, the others at the table; they draw from a stream of their own."""
    import numpy as np

    from montmort.games.chance import RandomChance

    return Seat(
        room=room,
        rules=rules,
        terminal=Screen(plain=options.plain),
        others=room.others(rules, RandomChance(np.random.default_rng([seed, 1]))),
        number=options.seat or 0,
        pictures=not options.plain,
        always_chances=options.verbosity > 1,
    )


def _tell_end(options: argparse.Namespace, seat: Seat, record: Record, outcome: Any) -> None:
    """Tell how the game ended, and by what the others decided if that is asked for."""
    for reason in getattr(seat.others, "reasons", ()) if options.verbosity > 0 else ():
        seat.terminal.say(spoken(reason))
    seat.terminal.say(f"The game is over: {spoken(outcome)}.", "bold")
    if options.seat is not None and all(m.get("seat") != options.seat for m in record.moves):
        _note(f"--seat {options.seat} changed nothing: nobody was asked anything there")


def _save(options: argparse.Namespace, seat: Seat, seed: int, record: Record, outcome: Any) -> None:
    """Write the transcript of what was played, where one is asked for."""
    if options.save is None:
        return
    Transcript(
        game=seat.room.name,
        rules=settings(seat.rules),
        experiment=options.experiment,
        seed=seed,
        moves=record.moves,
        outcome=plain(outcome),
    ).write(options.save)
    _note(f"transcript in {options.save}")


def _draw(options: argparse.Namespace, room: Room, rules: Any, heard: Sequence[Any]) -> None:
    """Draw what was heard, if the game's gallery can and is asked to."""
    if (path := _plot(options)) is None:
        return
    from montmort.verification.plots.laws import rendered

    gallery = room.gallery()
    sheet = None if gallery is None else gallery.played_figure(rules, heard)
    if sheet is None:
        _note("nothing was played that could be drawn")
        return
    write_whole(path, rendered(sheet, path.suffix[1:]))
    _note(f"picture in {path}")


def _plot(options: argparse.Namespace) -> Path | None:
    """Return where the picture goes; a game without one has no such flag."""
    return getattr(options, "plot", None)


def _replay(options: argparse.Namespace) -> int:
    check_writable(_plot(options))
    transcript = Transcript.read(options.replay)
    room = _room_of_replay(options, transcript)
    if transcript.experiment not in room.EXPERIMENTS:
        raise BadInput(f"{room.name} has no experiment {transcript.experiment!r} to replay")
    rules = _rules_of_replay(room, transcript)
    screen = Screen(plain=options.plain)
    heard: list[Any] = []

    def draw(what: Any) -> None:
        if not options.plain and (picture := room.pictured(rules, what)):
            screen.say(picture)

    def hear(event: Any) -> None:
        heard.append(event)
        draw(event)
        screen.say(room.told(rules, tuple(heard)))

    def see(seat: int, view: Any, choice: Any) -> None:
        draw(view)
        screen.say(f"{spoken(view)}\nseat {seat}: {spoken(choice)}")

    script = Script(transcript, hear=hear, see=see)
    _introduce(screen, room, rules, transcript.experiment)
    try:
        outcome = room.EXPERIMENTS[transcript.experiment].play(rules, script, script)
    except ScriptEnds:
        script.end(None)
        _draw(options, room, rules, heard)
        screen.say(f"Here the player left; all {script.played} moves are the same again.", "bold")
        return 0
    script.end(outcome)
    _draw(options, room, rules, heard)
    screen.say(f"The game is over: {spoken(outcome)}; the same as when it was played.", "bold")
    return 0


def _room_of_replay(options: argparse.Namespace, transcript: Transcript) -> Room:
    """Return the transcript's room; a user's file runs only if the user names it."""
    if options.game is None and is_file(transcript.game):
        raise BadInput(
            f"{options.replay} is of a game of your own; name its file {transcript.game}"
        )
    room: Room = room_of(transcript.game) if options.game is None else options.room
    if room.name != transcript.game:
        raise BadInput(f"{options.replay} is of {transcript.game}, not of {room.name}")
    flags = options.seed, options.seat, options.save
    if given_fields(options, room.Rules) or any(flag is not None for flag in flags):
        raise BadInput("a replay takes seed and rules from its transcript; leave out other flags")
    return room


def _rules_of_replay(room: Room, transcript: Transcript) -> Any:
    try:
        fields = read_fields(room.Rules, transcript.rules)
    except (KeyError, argparse.ArgumentTypeError) as error:
        raise BadInput(f"{room.name} has no such rules any more: {transcript.rules}") from error
    return room.rules(next(iter(room.READINGS)), fields)


def _own_fields(rules: Any, number: int) -> tuple[str, ...]:
    """Return the fields that name who would sit where the human does."""
    return tuple(f.name for f in dataclasses.fields(rules) if f.metadata.get("seat") == number)


def _check_others_only(options: argparse.Namespace, rules: Any, own: Sequence[str]) -> None:
    """Raise BadInput if somebody else is to sit where the human does."""
    for name in {*own} & {*given_fields(options, type(rules))}:
        raise BadInput(
            f"{name}={getattr(rules, name)} would sit where you do; leave the flag out, "
            "or take another seat with --seat"
        )


def _check_seat(number: int, rules: Any) -> None:
    """Raise BadInput where Rules name who sits on each seat, and this is none of them."""
    seats = sorted(f.metadata["seat"] for f in dataclasses.fields(rules) if "seat" in f.metadata)
    if seats and number not in seats:
        raise BadInput(f"--seat {number}: the seats are {' and '.join(map(str, seats))}")


def _introduce(
    screen: Terminal, room: Room, rules: Any, experiment: str, own: Sequence[str] = ()
) -> None:
    """Tell the rules as the rulebook tells them."""
    headline, _, page = room.about(experiment).partition("\n\n")
    screen.say(headline, "bold")
    screen.say(f"\n{page}\n" if page else "")
    if words := fields_text(rules, experiment, without=own):
        screen.say(f"Played with {words}.")


def _note(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201

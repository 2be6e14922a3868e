"""The command line: `montmort VERB GAME [flags]`, a file per verb in `montmort.verbs`.

Nothing heavy is imported until a verb runs, so that `--help` answers at once.

Exit codes: 0 done, or every verdict CONSISTENT; 1 some field INCONSISTENT or
INVALID, or a run file found damaged; 2 bad input; 3 something INCONCLUSIVE or
OPEN; 70 a bug in montmort; 130 interrupted, by Ctrl-C, SIGTERM or SIGHUP.  They are
the same if the reader of the output leaves before its end, as `head` does, but 141
if it leaves before there is a verdict, a finding, or the file that was asked for.
"""

import atexit
import gc
import os
import re
import signal
import sys
import threading
import traceback
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType

from montmort.command_line import complete, parse, verb_of
from montmort.endless_rules import endless_rules_stopped
from montmort.exit_codes import BUG
from montmort.options import completion
from montmort.options.parser import Leaving
from montmort.output.printable import shortened
from montmort.output.streams import Ending, answer, answer_in, answers_apart, note, silence

atexit.register(gc.freeze)  # no search for garbage in what is released at once


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line `argv` (default: the process's) and return the exit code."""
    if completion.is_asked():
        complete()
    arguments = [_hyphens(word) for word in (sys.argv[1:] if argv is None else argv)]
    arguments = arguments or ["--help"]
    verb = verb_of(arguments)
    name = "montmort" if verb is None else f"montmort {verb}"
    if sys.stderr is None:  # closed by the caller
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    if sys.stdout is None:
        return _sorry(name, "standard output is closed; give the answer a place to go", 2)
    with answers_apart():
        return _reported(arguments, name)


def _reported(arguments: list[str], name: str) -> int:
    """Run the verb; what stops it becomes a sentence and an exit code."""
    try:
        with _termination_as_interrupt(), endless_rules_stopped(arguments):
            code = _run(arguments, name)
            _flush()
    except KeyboardInterrupt:
        return _sorry(name, "interrupted", 130)
    except OSError as error:
        if error.filename is not None:  # not a stream
            if any(str(error.filename) in word for word in arguments):
                return _sorry(name, f"{error.filename}: {error.strerror}", 2)
            return _bug(name)
        _discard_output()
        return _sorry(name, f"cannot write the answer: {error.strerror or error}", 2)
    except MemoryError:
        return _sorry(name, "this takes more memory than there is: ask for something smaller", 2)
    except Exception as error:
        if _is_user_error(error):
            sentence = " ".join([_with_flags(str(error)), *_pointers(error)])
            return _sorry(name, sentence, 2)
        return _sorry(name, "interrupted", 130) if _was_interrupted(error) else _bug(name)
    return code


def _run(arguments: list[str], name: str) -> int:
    """Run the verb; an error that comes from a user's file becomes a sentence with the line."""
    try:
        return _answer(arguments, name)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # rules may raise any
        sentence = _sentence_about_file(error)
        if sentence is None:
            raise
        return _sorry(name, _with_flags(sentence), 2)


def _answer(arguments: list[str], name: str) -> int:
    # All products are of integers: BLAS would spend a fifth of a second on starting threads.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.set_threshold(50_000)  # little is garbage: the default spends a tenth of the time on it
    os.environ["MPLBACKEND"] = "agg"  # pictures are files; no screen is needed
    ending = Ending()
    try:
        try:
            asked = parse(arguments)
        except Leaving as leaving:
            if _has_reader_left(leaving):
                raise
            return int(leaving.code or 0)
        options, ending = asked.flags, asked.flags.ending
        try:
            with silence(options), answer_in(options):
                return int(asked.run(options))
        except Exception as error:
            if _is_user_error(error) and _names_flag(str(error), asked.parser.flags):
                error.add_note(f"(see {asked.parser.help_command})")
            raise
        finally:
            for sentence in ending.unwritten:
                note(f"{name}: {shortened(sentence)}")
    except (OSError, SystemExit) as error:
        if not _has_reader_left(error):
            raise
        _discard_output()
        return ending.code


def _hyphens(word: str) -> str:
    """Return a flag with hyphens for underscores, anything else as it is.

    >>> _hyphens("--face_down=2"), _hyphens("--csv=my_file"), _hyphens("a_b")
    ('--face-down=2', '--csv=my_file', 'a_b')
    """
    flag, equals, value = word.partition("=")
    return flag.replace("_", "-") + equals + value if flag.startswith("--") else word


def _pointers(error: Exception) -> list[str]:
    """Return the notes on an error that point to the help."""
    return [note for note in getattr(error, "__notes__", []) if note.startswith("(see montmort ")]


def _names_flag(sentence: str, flags: Container[str]) -> bool:
    """Return whether a sentence begins with a field that is a flag, as in ranks=1.

    >>> _names_flag("ranks=1 is too small", ["--ranks"]), _names_flag("no ranks", ["--ranks"])
    (True, False)
    """
    name, equals, _ = sentence.partition("=")
    return bool(equals) and f"--{name.replace('_', '-')}" in flags


def _has_reader_left(error: BaseException) -> bool:
    """Return whether the reader of the output has left, as `head` does; rich exits then."""
    return any(isinstance(each, BrokenPipeError) for each in (error, error.__context__))


def _flush() -> None:
    try:
        answer().flush()
    except BrokenPipeError:
        _discard_output()


def _sentence_about_file(error: BaseException) -> str | None:
    """Return the sentence on an error in a user's file, None if there is no such file."""
    loaded = sys.modules.get("montmort.verification.game_file")
    return None if loaded is None else str(loaded.sentence_about(error) or "") or None


@contextmanager
def _termination_as_interrupt() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP as Ctrl-C; a signal that is ignored, as by nohup, stays ignored."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    ends = (getattr(signal, name, None) for name in ("SIGTERM", "SIGHUP"))
    ours = [end for end in ends if end is not None and signal.getsignal(end) == signal.SIG_DFL]
    for end in ours:
        signal.signal(end, _interrupt)
    try:
        yield
    finally:
        for end in ours:
            signal.signal(end, signal.SIG_DFL)


def _interrupt(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
    if signal.getsignal(signal.SIGINT) == signal.default_int_handler:
        signal.raise_signal(signal.SIGINT)  # it waits while Ctrl-C is blocked
    else:  # a background job ignores Ctrl-C
        raise KeyboardInterrupt


def _sorry(name: str, sentence: str, code: int) -> int:
    note(f"{name}: {shortened(sentence)}")
    return code


def _bug(name: str) -> int:
    """Print the traceback of the error that is being handled."""
    traceback.print_exc()
    sentence = "this is a bug in montmort, and no verdict; please report it with the lines above"
    return _sorry(name, sentence, BUG)


def _was_interrupted(error: BaseException | None) -> bool:
    """Return whether an interrupt is the cause, as of an import that was left half done."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        if isinstance(error, KeyboardInterrupt):
            return True
        seen.add(id(error))
        error = error.__cause__ or error.__context__
    return False


def _with_flags(sentence: str) -> str:
    """Return an error of the library with flags in place of its Python parameters.

    A parameter stands alone, as in "with exact="; `ranks=1` is a value.

    >>> _with_flags("ranks=1 is too small; supply a law with exact=, or set most_deals= to 9")
    'ranks=1 is too small; supply a law with --exact, or set --most-deals to 9'
    """
    return _PARAMETER.sub(lambda found: "--" + found[1].replace("_", "-"), sentence)


_PARAMETER = re.compile(r"\b(exact|against|save|seed|most_deals)=(?=[\s,;.)]|$)")


def _is_user_error(error: Exception) -> bool:
    """Return whether it is a MontmortError, without importing the class if it is not loaded."""
    errors = sys.modules.get("montmort.games.errors")
    return errors is not None and isinstance(error, errors.MontmortError)


def _discard_output() -> None:
    """Discard buffered output, which Python would try to write again at exit."""
    with suppress(OSError, ValueError):  # the stream has no file
        os.dup2(os.open(os.devnull, os.O_WRONLY), answer().fileno())

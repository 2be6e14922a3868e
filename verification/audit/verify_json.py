"""What `montmort verify --json` prints and `--audit FILE` writes: every object, declared once.

mypy checks that the writers in `montmort.output` give these fields, and the JSON Schema that
`montmort.verification.audit.schema.verify_schema` returns is made from them.
"""

from typing import Annotated, NotRequired, Required, TypedDict, TypeVar

from montmort.verification.audit.typed_schema import Keyword
from montmort.verification.verdicts.decision import Decision

T = TypeVar("T")

AT_LEAST_0 = Keyword("minimum", 0)
AT_LEAST_1 = Keyword("minimum", 1)
MORE_THAN_0 = Keyword("exclusiveMinimum", 0)
LESS_THAN_1 = Keyword("exclusiveMaximum", 1)

Count = Annotated[int, AT_LEAST_0]
Two = Annotated[list[T], Keyword("minItems", 2), Keyword("maxItems", 2)]
FractionText = Annotated[str, Keyword("pattern", "^-?[0-9]+(/[0-9]*[1-9][0-9]*)?$")]
TimeText = Annotated[
    str,
    Keyword("pattern", "^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z$"),
]
Versions = Annotated[
    dict[str, str],
    Keyword("required", ("montmort", "python", "numpy", "numba", "platform")),
]

Sha256 = Annotated[
    str,
    "SHA-256, 64 hexadecimal digits.",
    Keyword("pattern", "^[0-9a-f]{64}$"),
]
Decided = Annotated[
    Decision,
    "CONSISTENT: a deviation of the margin or more is ruled out. INCONSISTENT: the plays "
    "contradict the law or the rules. INCONCLUSIVE: too few plays. INVALID: the data are no plays "
    "of this game.",
]


class Deviation(TypedDict, total=False):
    """An outcome that is seen too often or too rarely."""

    value: Required[Annotated[int, "The outcome."]]
    observed: Required[Annotated[Count, "How often it was seen."]]
    expected: Annotated[float, "How often the law expects it in as many plays.", AT_LEAST_0]
    ratio: Annotated[float | None, "observed / expected; null if nothing was expected.", AT_LEAST_0]
    versus: Annotated[Count, "How often the second of two simulators gave it."]
    plays: Annotated[list[int], "The plays of the two simulators at that look."]


class Verdict(TypedDict, total=False):
    """The verdict on one quantity. Keys that have no meaning for a kind of judgement are absent."""

    verdict: Required[Annotated[Decided, "The decision on this quantity."]]
    exact: Annotated[
        FractionText,
        "The exact mean, an integer or a fraction; of min(X, horizon) if there is a horizon.",
    ]
    estimate: Annotated[
        float | None,
        "The mean of the plays, of two simulators that of the first; null without plays.",
    ]
    interval: Annotated[
        Two[float],
        "The confidence sequence of the mean: lower and upper end, valid at all looks "
        "together; of two simulators, of the difference.",
    ]
    margin: Annotated[
        float | None,
        "delta, in the quantity's unit: CONSISTENT rules out a deviation of delta or more, "
        "and claims nothing below it; null while it is not fixed.",
        AT_LEAST_0,
    ]
    horizon: Annotated[
        int | None,
        "An unbounded quantity X is judged as min(X, horizon); null for others.",
    ]
    log10_e: Annotated[
        float,
        "The largest e-value so far against the exact law, as a logarithm to base 10; 1e999 "
        "stands for infinity.",
    ]
    plays: Required[
        Annotated[
            Count | Two[Count],
            "The plays that were judged; of two simulators, those of the first and of the second.",
        ]
    ]
    versus: Annotated[float | None, "The mean of the plays of the second of two simulators."]
    difference: Annotated[float | None, "estimate - versus, of two simulators."]
    range: Annotated[Two[int], "The range within which the means of two simulators are compared."]
    clamped: Annotated[bool, "Whether a value beyond the range counts as its nearest end."]
    beyond: Annotated[Two[int], "How many counted plays of each simulator lay beyond the range."]
    deviation_ruled_out: Annotated[
        float, "Deviations of the mean beyond this are rejected at levels.accept."
    ]
    plays_to_decide: Annotated[
        int,
        "The predicted total of plays after which the verdict is not INCONCLUSIVE.",
        AT_LEAST_1,
    ]
    reason: Annotated[str, "The reason of the decision, in words."]
    deviations: Annotated[
        list[Deviation],
        "The outcomes that carry the evidence of INCONSISTENT, the strongest first.",
    ]


Verdicts = Annotated[dict[str, Verdict], "Verdicts by the name of the quantity."]


class Levels(TypedDict):
    """The error rates, whatever the rule by which the run stopped."""

    reject: Annotated[
        float,
        "At most the chance that a right simulator is called INCONSISTENT in any quantity "
        "(--level).",
        MORE_THAN_0,
        LESS_THAN_1,
    ]
    accept: Annotated[
        float,
        "At most the chance that a deviation of the margin or more is called CONSISTENT (1 less "
        "--confidence).",
        MORE_THAN_0,
        LESS_THAN_1,
    ]


class Judged(TypedDict):
    """What was judged."""

    fields: Annotated[
        list[str],
        "The quantities of the outcome; 'by the rules' is whether each outcome follows from its "
        "picks.",
    ]
    chance: Annotated[bool, "Whether the picks of chance were judged."]
    dependence: Annotated[
        bool,
        "Whether any dependence of plays on earlier ones was judged: a verdict on it is not "
        "INCONCLUSIVE.",
    ]


class NotJudged(TypedDict):
    """Something that was not judged."""

    what: Annotated[str, "What it is."]
    why: Annotated[str, "Why it was not judged."]
    flag: Annotated[str, "The flag that would judge it; empty if there is none."]


class Difference(TypedDict, total=False):
    """The first replayed play whose outcome does not follow from its picks."""

    line: Annotated[Count, "Its line in the source."]
    source: Annotated[str, "The file, or the command of its block."]
    story: Annotated[list[str], "The play as the rules follow its picks, line by line."]
    picks: Annotated[object, "What chance did."]
    choices: Annotated[object, "What the players did; null if those of the game decided."]
    printed: Annotated[object, "The outcome that was printed."]
    by_rules: Annotated[object, "The outcome by the rules."]


class Meta(TypedDict, total=False):
    """The decision and all that belongs to it."""

    version: Required[Annotated[str, "The version of montmort."]]
    seconds: Annotated[float, "How long it took.", AT_LEAST_0]
    seed: Annotated[int | None, "The seed of the run; null for a file of plays.", AT_LEAST_0]
    experiment: Annotated[str, "What one independent play is."]
    decision: Required[
        Annotated[
            Decided,
            "The worst of all verdicts, those on chance and dependence included; on dependence "
            "INCONCLUSIVE does not count.",
        ]
    ]
    levels: Required[Levels]
    judged: Required[Judged]
    not_judged: Required[Annotated[list[NotJudged], "What was not judged."]]
    chance: Annotated[Verdicts, "The verdicts on the picks of replayed plays."]
    dependence: Annotated[
        Verdicts,
        "The verdicts on the dependence of plays on earlier ones; those that are INCONCLUSIVE "
        "were not judged, for want of plays.",
    ]
    alarms: Annotated[
        list[str],
        "The quantities of chance and dependence that are INCONSISTENT in their own right: "
        "where a field deviates, so do the cells from which most dependence is judged.",
    ]
    difference: Difference
    failure: Annotated[str, "Why the simulator failed after the first look; empty if it did not."]
    interrupted: Annotated[bool, "Whether the run was interrupted."]
    unjudged: Annotated[list[str], "Fields whose exact law is unknown."]
    unprinted: Annotated[list[str], "Fields of the outcome that the simulator does not give."]
    notes: Annotated[list[str], "Sentences on data that were not judged."]
    how: Annotated[
        str | list[object],
        "How the rules were played; of a grid, how the laws were found; a list for two simulators.",
    ]
    first: Annotated[str, "The first of two simulators."]
    second: Annotated[str, "The second of two simulators."]
    not_counted: Annotated[
        list[int],
        "The first plays of two simulators, which fix ranges and margins.",
    ]
    against: Annotated[dict[str, object] | None, "The rules whose exact laws judged."]
    points: Annotated[list[dict[str, object]], "The points of a grid: numbers by symbol."]
    symbols: Annotated[list[str], "The symbols of a grid."]
    conditions: Annotated[str, "Where the functions of the symbols hold."]
    states: Annotated[Count, "The states of the walk from which the functions of a grid come."]


class Hashed(TypedDict):
    """A file."""

    path: Annotated[str, "Its path."]
    sha256: Sha256


class ReadFile(TypedDict):
    """What was read of the file; it was read once."""

    name: Annotated[str, "Its name, or standard input."]
    sha256: Annotated[Sha256, "SHA-256 of the bytes that were read."]
    bytes: Annotated[Count, "The bytes that were read."]
    lines: Annotated[
        Count,
        "The complete lines that were read, header and empty lines included.",
    ]
    to_end: Annotated[
        bool,
        "Whether the file was read to its end; if not, it may hold more than was hashed.",
    ]


class ProgramFile(TypedDict):
    """A file."""

    word: Annotated[str, "The word of the command that names it."]
    path: Annotated[str, "Its path."]
    sha256: Sha256


class SourceFile(TypedDict):
    """A file."""

    word: Annotated[str, "The word of the command line that names it."]
    path: Annotated[str, "Its path."]
    sha256: Sha256


class JudgedProgram(TypedDict):
    """A program."""

    command: Annotated[str, "Its command; {seed} and {plays} are filled in for each block."]
    files: Annotated[
        list[ProgramFile],
        "The program itself and the files among the words of its command, before the first play.",
    ]
    sources: NotRequired[
        Annotated[
            list[SourceFile],
            "The files of --source, which the program was built from by what the command line "
            "says, before the first play.",
        ]
    ]
    time_limit: NotRequired[Annotated[float, "Seconds that a block may take.", MORE_THAN_0]]


Outcomes = Annotated[ReadFile | None, "The file of plays; null without one."]
Program = Annotated[JudgedProgram | None, "The judged program; null without one."]


class Laws(TypedDict):
    """The exact laws that judged; absent where two simulators are compared."""

    sha256: Annotated[Sha256, "SHA-256 of the canonical text of all laws together."]
    fields: Annotated[
        dict[str, Sha256],
        "SHA-256 of the canonical text of the law of each field alone.",
    ]


class Run(TypedDict, total=False):
    """The plays of a crosscheck, of a grid those at one point."""

    identity: Annotated[
        str | None,
        "The simulator in the streams of its blocks, hexadecimal; null for a file.",
        Keyword("pattern", "^[0-9a-f]+$"),
    ]
    block: Annotated[int | None, "The plays of a block; null for a file.", AT_LEAST_1]
    plays: Required[Annotated[Count, "The plays that were judged."]]
    law: Laws
    run_file: Annotated[
        Hashed | None,
        "The run file at the end of the run (--save); null without one.",
    ]


class Versus(TypedDict):
    """The second of two simulators; outcomes, program and run beside it are those of the first."""

    outcomes: NotRequired[Outcomes]
    program: NotRequired[Program]
    run: Run


class Audit(TypedDict):
    """The record of how the verdicts came about."""

    format: Annotated[int, "The version of this record.", AT_LEAST_1]
    command_line: Annotated[str, "The command line, as a shell reads it."]
    repeat: Annotated[
        str,
        "The command line with the seed that was drawn: it gives the same verdicts again. The "
        "files that were written are left out.",
    ]
    began: Annotated[TimeText, "When it began, in UTC."]
    ended: Annotated[TimeText, "When it ended, in UTC."]
    versions: Annotated[
        Versions, "The versions of montmort, python, numpy and numba, and the platform."
    ]
    streams: NotRequired[
        Annotated[
            str | None,
            "How the stream of a block follows from seed, identity and number of the block; null "
            "for a file.",
        ]
    ]
    game_file: NotRequired[
        Annotated[Hashed | None, "The Python file of a game of one's own; null for others."]
    ]
    outcomes: NotRequired[Outcomes]
    program: NotRequired[Program]
    run: NotRequired[Run]
    versus: NotRequired[Versus]
    runs: NotRequired[Annotated[dict[str, Run], "The runs of a grid, by point."]]


class Document(TypedDict):
    """The verdicts on a simulator, and the record of how they came about."""

    game: Annotated[
        str | None,
        "The game, or the name of the program or file where no game was named.",
    ]
    rules: Annotated[
        dict[str, object] | None,
        "The rules that were played, by name; null without a game.",
    ]
    answers: Annotated[
        dict[str, Verdict | Verdicts],
        "The verdicts by field; of a grid, by point and field.",
    ]
    meta: Meta
    audit: Audit


PARTS = {  # by their names in the `$defs` of the schema
    "decision": Decided,
    "verdict": Verdict,
    "verdicts": Verdicts,
    "deviation": Deviation,
    "sha256": Sha256,
    "hashed": Hashed,
    "meta": Meta,
    "outcomes": Outcomes,
    "program": Program,
    "run": Run,
    "audit": Audit,
}

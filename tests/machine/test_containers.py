"""Random programs with dictionaries and sets that grow: compiled plays are those of Python."""

from random import Random

import pytest

from montmort.machine.plays import compile_plays
from tests.machine.played import KINDS, difference
from tests.machine.snippets import experiment_of

KEYS = {  # an expression of a key, and the number that a key x stands for
    "number": ("chance.pick([1] * 5)", "x"),
    "pair": ("(chance.pick([1] * 3), chance.pick([1] * 2))", "x[0] * 2 + x[1]"),
    "word": ("('x', 'yy', 'zzz')[chance.pick([1] * 3)]", "len(x)"),
}
VALUES = ("3", "chance.pick([1] * 5)", "len(d)", "total % 7")
MADE = ("{}", "dict()", "Counter()", "defaultdict(int)", "{KEY: 3}")
STATEMENTS = (
    "d[KEY] = VALUE",
    "e[KEY] = VALUE",
    "d.setdefault(KEY, VALUE)",
    "total = (total * 31 + d.get(KEY, VALUE)) % 10007",
    "total += d.pop(KEY, VALUE)",
    "x = KEY\nif x in d:\n    del d[x]",
    "d.update(e)",
    "e = dict(d)",
    "e.clear()",
    "f = d\nf[KEY] = VALUE",
    "if d:\n    total += d.popitem()[1]",
    "for x, y in d.items():\n    total = (total * 13 + y + NUMBER) % 10007\n    d[x] = y + 1",
    "total += sum(d[x] for x in d if x in e)",
    "total += sum(d.values()) * 3 + max(d.values(), default=5)",
    "total += len({x: y for x, y in d.items() if y > 2})",
    "s.add(KEY)",
    "s.discard(KEY)",
    "t.add(KEY)",
    "s |= t",
    "s &= t",
    "t -= s",
    "s ^= t",
    "s.update(d)",
    "s = set(d)",
    "s = t",
    "t = s.union(e)",
    "s.difference_update(d)",
    "total += len(s | t) + 9 * len(s & t) + 81 * len(s - t) + 729 * len(s ^ t)",
    "total += (s <= t) + 2 * (s < t) + 4 * (s >= t) + 8 * (s == t) + 16 * s.isdisjoint(t)",
    "total += sum(1 for x in [*d] if x in t)",
)
OF_COUNTERS = (
    "d[KEY] += VALUE",
    "d.subtract(e)",
    "d.update([KEY, KEY])",
    "for x, y in d.most_common(2):\n    total = (total * 7 + y + NUMBER) % 10007",
    "for x, y in (d + d - Counter(e)).items():\n    total = (total * 11 + y) % 10007",
)
OF_OTHERS = ("total += d == e", "e = d | e")


def program(seed: int) -> str:
    """Return a play that puts keys into two dictionaries and two sets, and takes them out."""
    random = Random(seed)
    key, number = KEYS[random.choice([*KEYS])]
    made = random.choice(MADE)
    more = {"Counter()": OF_COUNTERS, "defaultdict(int)": OF_COUNTERS[:1]}.get(made, OF_OTHERS)
    body = [random.choice(STATEMENTS + 2 * more) for _ in range(random.randint(6, 14))]
    lines = [f"d = {made}", "e, s, t = {}, set(), {KEY, KEY}", "total = 0", "for _ in range(3):"]
    lines += [f"    {line}" for part in body for line in part.split("\n")]
    lines += ["return Out(total, len(d) * 10000 + len(e) * 100 + len(s) * 10 + len(t))"]
    text = "\n    ".join(["def play(chance):", *lines])
    text = text.replace("KEY", key).replace("NUMBER", number)
    while "VALUE" in text:
        text = text.replace("VALUE", random.choice(VALUES), 1)
    return text


@pytest.mark.parametrize("seed", range(12, 18))
def test_plays_with_random_containers(seed: int) -> None:
    experiment = experiment_of(program(seed))
    compiled = compile_plays(experiment, None)
    for kind in KINDS:
        assert difference(compiled, experiment, None, 40, kind=kind) == ""

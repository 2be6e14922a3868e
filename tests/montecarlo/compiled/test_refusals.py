"""What is not compiled is refused with one sentence: the construct, its line, a remedy."""

import re
from itertools import count

import pytest

from montmort.montecarlo.compiled.compiler import CannotCompile, compile_experiment
from tests.machine import snippets
from tests.machine.awkward import AWKWARD
from tests.machine.snippets import experiment_of

BEFORE = snippets.HEAD.count("\n") + 1  # lines that stand before each text
SENTENCES = [
    "break or continue stands in the else of a loop in line 4 of rules.py: "
    "set a variable and test it",
    "break or continue stands in the else of a loop in line 4 of rules.py: "
    "set a variable and test it",
    "ByRank defines operators in line 8 of rules.py: use a plain NamedTuple",
    "Card does not compare its field mark in line 6 of rules.py: use a plain NamedTuple",
    "Holder defines operators in line 6 of rules.py: use a plain NamedTuple",
    "Ace redefines its field rank in line 8 of rules.py: use a plain NamedTuple",
    "a Word stands in a condition in line 6 of rules.py",
    "a dict is changed in line 3 of rules.py: use a tuple, and make a new one",
    "a dict is changed in line 3 of rules.py: use a tuple, and make a new one",
    "a loop runs over a set, whose order is not fixed in line 2 of rules.py: use a tuple",
    "a loop runs over a set, whose order is not fixed in line 3 of rules.py: use a tuple",
    "a set is made in the play in line 2 of rules.py: use a tuple or a list",
    "a Counter is made in the play in line 2 of rules.py: use a tuple or a list",
    "f calls itself in line 1 of rules.py: use a loop",
    "a weight is 0.5 in line 2 of rules.py: weights are integers",
    "a float is computed in line 2 of rules.py: use // or a Fraction",
    "a float is used in line 2 of rules.py: use integers, or Fractions in coin",
    "a global variable is assigned in line 3 of rules.py: keep it in the state",
    "random.randint is called in line 3 of rules.py: draw with chance.pick(weights)",
    "numpy.sum is called in line 3 of rules.py: use a loop or sum",
    "an error is handled in line 2 of rules.py: test the condition before",
    "cards is a generator in line 1 of rules.py: return a tuple or a list",
    "a global list or set is changed in line 3 of rules.py: make it in the play",
    "a global list or set is changed in line 2 of rules.py: make it in the play",
    "an attribute is changed in line 5 of rules.py: return a new NamedTuple",
    "`is` compares an int and 1 in line 2 of rules.py: use ==",
    "a tuple or list holds an int and a string in line 2 of rules.py: give all items one type",
    "the result may be an int and a string in line 2 of rules.py",
    "the outcome's field a is a string: make it an int, a bool or an enum",
    "the outcome is None or an Out: return a NamedTuple of integers",
    "the outcome is a list: return a NamedTuple of integers",
    "print is called in line 2 of rules.py: use table.tell(event)",
    "a function uses n, which is assigned later in line 3 of rules.py: pass it on",
    "with is used in line 2 of rules.py",
    "a slice is assigned in line 3 of rules.py: assign the items one by one",
    "the kinds of the variables in this loop do not settle in line 3 of rules.py",
    "del is used in line 3 of rules.py: make a new tuple or list",
    "the name nothing_like_this is not defined in line 2 of rules.py",
    "P defines operators in line 6 of rules.py: use a plain NamedTuple",
    "the outcome has 3 items for 2 fields",
    "chance.rng is read in line 2 of rules.py: use chance.pick(weights)",
    "the weights of a pick have more than 63 bits in line 2 of rules.py",
]


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize(("sentence", "text"), [*zip(SENTENCES, AWKWARD, strict=True)], ids=count())
def test_a_refusal_names_the_construct_and_its_line(sentence: str, text: str) -> None:
    with pytest.raises(CannotCompile) as refusal:
        compile_experiment(experiment_of(text), None)
    found = re.sub(r"rules_\d+\.py", "rules.py", str(refusal.value))
    found = re.sub(r"line (\d+)", lambda number: f"line {int(number[1]) - BEFORE}", found)
    assert found == sentence
    assert refusal.value.reason in found

"""The positive list: which function compiles which node of the syntax tree, and which call.

What is not named here is refused.  Methods of lists, sets and dictionaries are named in `methods`.
"""

import ast
import math
import operator
from collections import Counter, defaultdict
from functools import partial

from montmort.games.chance import check_chance, coin
from montmort.games.validation import check_function, check_integer, check_items
from montmort.machine import (
    builtin_functions,
    calls,
    expressions,
    formatting,
    names,
    new_values,
    operators,
    prelude,
    statements,
    stores,
)
from montmort.machine.frame import Constructs

CONSTRUCTS = Constructs(
    expressions={
        ast.Attribute: expressions.attribute,
        ast.BinOp: operators.binary,
        ast.BoolOp: expressions.both_or_either,
        ast.Call: calls.call_of,
        ast.Compare: operators.comparison,
        ast.Constant: expressions.literal,
        ast.Dict: expressions.dictionary,
        ast.DictComp: expressions.dictionary_comprehension,
        ast.IfExp: expressions.either,
        ast.JoinedStr: formatting.formatted,
        ast.Lambda: expressions.function,
        ast.List: expressions.list_of,
        ast.ListComp: expressions.list_comprehension,
        ast.Name: names.name,
        ast.NamedExpr: expressions.named,
        ast.Set: expressions.set_of,
        ast.SetComp: expressions.set_comprehension,
        ast.Subscript: expressions.subscript,
        ast.Tuple: expressions.tuple_of,
        ast.UnaryOp: operators.unary,
    },
    statements={
        ast.AnnAssign: statements.annotated,
        ast.Assert: statements.check,
        ast.Assign: statements.assignment,
        ast.AugAssign: statements.augmented,
        ast.Break: statements.leave,
        ast.Continue: statements.go_on,
        ast.Delete: stores.delete,
        ast.Expr: statements.alone,
        ast.For: statements.repeat_for,
        ast.FunctionDef: statements.define,
        ast.If: statements.branch,
        ast.ImportFrom: statements.imported,
        ast.Match: statements.match,
        ast.Pass: statements.nothing,
        ast.Raise: statements.fail,
        ast.Return: statements.give_back,
        ast.Try: statements.attempt,
        ast.While: statements.repeat_while,
    },
    calls={
        abs: builtin_functions.absolute,
        all: partial(builtin_functions.some_or_every, looks_for="0"),
        any: partial(builtin_functions.some_or_every, looks_for="1"),
        bool: builtin_functions.as_bool,
        chr: new_values.character,
        dict: new_values.dictionary_from,
        divmod: builtin_functions.quotient_and_remainder,
        frozenset: partial(builtin_functions.set_from, kind="frozenset"),
        int: builtin_functions.as_int,
        isinstance: builtin_functions.is_instance,
        len: builtin_functions.length,
        list: builtin_functions.list_from,
        max: partial(builtin_functions.extreme, largest=True),
        min: partial(builtin_functions.extreme, largest=False),
        ord: new_values.number_of_character,
        pow: builtin_functions.power,
        range: builtin_functions.range_from,
        repr: new_values.representation,
        set: partial(builtin_functions.set_from, kind="set"),
        sorted: builtin_functions.in_order,
        str: new_values.as_string,
        sum: builtin_functions.total,
        tuple: builtin_functions.tuple_from,
        Counter: new_values.counter,
        defaultdict: new_values.default_dictionary,
        math.comb: builtin_functions.binomial,
        math.gcd: builtin_functions.greatest_divisor,
        operator.index: builtin_functions.index_of,
        check_chance: builtin_functions.is_checked,
        check_function: builtin_functions.is_checked,
        check_integer: builtin_functions.integer_is_checked,
        check_items: builtin_functions.is_checked,
        coin: builtin_functions.toss,
        prelude.append: new_values.append_member,
        prelude.copied: builtin_functions.copied_row,
        prelude.empty_of: builtin_functions.empty_of,
        prelude.members: new_values.members,
        prelude.none_like: new_values.none_like,
        prelude.repeats: builtin_functions.repeats,
        prelude.shorten: builtin_functions.shorten,
    },
    text=formatting.made,
)

"""Assembly text for LLVM: checked arithmetic on 64-bit integers, memory, branches.

A register is a name like `%t7` or a number like `-3`.  Every check that fails
returns the number of its sentence in `failures`; 0 means success.  Nothing here
wraps around: what leaves 64 bits fails.
"""

from collections.abc import Callable, Sequence
from operator import add, and_, mul, or_, sub, xor

from montmort.machine.memory import FUEL, Word
from montmort.machine.refusal import refuse

Register = str
LEAST, MOST = -(2**63), 2**63 - 1
LINES = 60_000  # a longer program would take long to compile
_SIMPLE = {"and": and_, "or": or_, "xor": xor, "add": add, "sub": sub, "mul": mul}
CONDITIONS = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}


def number(register: Register) -> int | None:
    """Return the value of a constant register, None for one that varies.

    >>> number("-3"), number("%t7")
    (-3, None)
    """
    return None if register[0] == "%" else int(register)


class Assembly:
    """The text of one function; `file` and `line` are those of the rules being compiled."""

    def __init__(self, *, counts_rounds: bool = True) -> None:
        self.slots: list[str] = []
        self.lines: list[str] = []
        self.failures: list[tuple[str, str, int]] = []
        self.file, self.line = "", 0
        self._names = 0
        self._failing: dict[tuple[str, str, int], str] = {}
        self._tail: list[str] = []
        self._fuel = self.slot() if counts_rounds else ""  # rounds of loops that are left
        self._free = self.slot()  # address of the next free word
        self.lengths: dict[Register, int] = {}  # of new lists, by their addresses

    # -- single instructions

    def emit(self, text: str) -> None:
        """Append an instruction without a result."""
        self.lines.append(text)
        if len(self.lines) > LINES:
            refuse("the program is too large", self.file, self.line)

    def name(self, prefix: str = "t") -> str:
        """Return a new name."""
        self._names += 1
        return f"{prefix}{self._names}"

    def result(self, instruction: str) -> Register:
        """Append an instruction with a result, and return its register."""
        register = f"%{self.name()}"
        self.emit(f"{register} = {instruction}")
        return register

    def simple(self, operation: str, a: Register, b: Register) -> Register:
        """Return the result of an operation that cannot fail: and, or, xor, or an address."""
        x, y = number(a), number(b)
        if x is not None and y is not None and operation in _SIMPLE:
            exact = int(_SIMPLE[operation](x, y))
            if LEAST <= exact <= MOST:
                return str(exact)
        return self.result(f"{operation} i64 {a}, {b}")

    def checked(self, operation: str, a: Register, b: Register) -> Register:
        """Return a + b, a - b or a * b (sadd, ssub, smul); fail where it leaves 64 bits."""
        x, y = number(a), number(b)
        if x is not None and y is not None:
            exact = {"sadd": x + y, "ssub": x - y, "smul": x * y}[operation]
            if LEAST <= exact <= MOST:
                return str(exact)
        pair = self.result(
            f"call {{i64, i1}} @llvm.{operation}.with.overflow.i64(i64 {a}, i64 {b})"
        )
        value = self.result(f"extractvalue {{i64, i1}} {pair}, 0")
        self.fail_if(self.result(f"extractvalue {{i64, i1}} {pair}, 1"), "a number beyond 64 bits")
        return value

    def floor_divide(self, a: Register, b: Register) -> tuple[Register, Register]:
        """Return quotient and remainder as Python does: the remainder has the divisor's sign."""
        self.fail_unless_compare("!=", b, "0", "a division by zero")
        lowest = self.both(self.test("==", a, str(LEAST)), self.test("==", b, "-1"))
        self.fail_if(lowest, "a number beyond 64 bits")
        quotient, remainder = self.simple("sdiv", a, b), self.simple("srem", a, b)
        opposite = self.test("<", self.simple("xor", remainder, b), "0")
        wrong = self.both(self.test("!=", remainder, "0"), opposite)
        less = self.simple("sub", quotient, "1")
        more = self.simple("add", remainder, b)
        return self.select(wrong, less, quotient), self.select(wrong, more, remainder)

    def select(self, condition: Register, a: Register, b: Register) -> Register:
        """Return a if the condition (one bit) holds, else b."""
        return self.result(f"select i1 {condition}, i64 {a}, i64 {b}")

    def test(self, operator: str, a: Register, b: Register) -> Register:
        """Return the one bit of a comparison."""
        return self.result(f"icmp {CONDITIONS[operator]} i64 {a}, {b}")

    def largest(self, a: Register, b: Register) -> Register:
        """Return the larger of two integers."""
        x, y = number(a), number(b)
        if x is not None and y is not None:
            return str(max(x, y))
        return self.select(self.test("<", a, b), b, a)

    def both(self, a: Register, b: Register) -> Register:
        """Return the conjunction of two bits."""
        return self.result(f"and i1 {a}, {b}")

    def widen(self, bit: Register) -> Register:
        """Return a bit as 0 or 1."""
        return self.result(f"zext i1 {bit} to i64")

    def compare(self, operator: str, a: Register, b: Register) -> Register:
        """Return a comparison as 0 or 1."""
        x, y = number(a), number(b)
        if x is not None and y is not None:
            return str(int(_holds(operator, x, y)))
        return self.widen(self.test(operator, a, b))

    # -- memory

    def slot(self) -> str:
        """Return a new place for a variable, 0 at first."""
        name = f"%{self.name('v')}"
        self.slots.append(name)
        return name

    def get(self, slot: str) -> Register:
        """Return the value in a slot."""
        return self.result(f"load i64, ptr {slot}")

    def put(self, slot: str, register: Register) -> None:
        """Write a slot."""
        self.emit(f"store i64 {register}, ptr {slot}")

    def pointer(self, address: Register, words: Register) -> Register:
        """Return the pointer to a word counted from an address."""
        base = self.result(f"inttoptr i64 {address} to ptr")
        return self.result(f"getelementptr i64, ptr {base}, i64 {words}")

    def load(self, address: Register, words: Register | int = 0) -> Register:
        """Return the word at an address."""
        return self.result(f"load i64, ptr {self.pointer(address, str(words))}")

    def store(self, address: Register, words: Register | int, register: Register) -> None:
        """Write the word at an address."""
        self.emit(f"store i64 {register}, ptr {self.pointer(address, str(words))}")

    def context(self, word: Word) -> Register:
        """Return a word of the context."""
        return self.load("%context", int(word))

    def set_context(self, word: Word, register: Register) -> None:
        """Write a word of the context."""
        self.store("%context", int(word), register)

    def allocate(self, words: Register) -> Register:
        """Return the address of new words; fail where the memory of a play is full."""
        start = self.get(self._free)
        room = self.simple("sub", "%end", start)
        room = self.simple("ashr", room, "3")
        self.fail_unless_compare("<=", words, room, "more lists than fit into memory")
        self.put(self._free, self.simple("add", start, self.simple("mul", words, "8")))
        return start

    def used(self) -> Register:
        """Return how many bytes of the memory of a play are used."""
        return self.simple("sub", self.get(self._free), "%start")

    def free_all(self) -> None:
        """Use the memory of a play again from its beginning."""
        self.put(self._free, "%start")

    # -- control

    def label(self) -> str:
        """Return a new label."""
        return self.name("l")

    def place(self, label: str) -> None:
        """Start the block of a label; the block before falls through to it."""
        self.emit(f"br label %{label}")
        self.emit(f"{label}:")

    def jump(self, label: str) -> None:
        """Continue at a label; what follows without a label of its own is never reached."""
        self.emit(f"br label %{label}")
        self.emit(f"{self.label()}:")

    def start(self, label: str) -> None:
        """Start the block of a label that only branches lead to."""
        self.lines[-1] = f"{label}:"

    def branch(self, bit: Register, yes: str, no: str) -> None:
        """Continue at one of two labels; one of them must be placed next."""
        self.emit(f"br i1 {bit}, label %{yes}, label %{no}")
        self.emit(f"{self.label()}:")

    def fail_if(self, bit: Register, reason: str) -> None:
        """Return with a sentence if the bit is set."""
        onward = self.label()
        self.emit(f"br i1 {bit}, label %{self._failure(reason)}, label %{onward}")
        self.emit(f"{onward}:")

    def fail_unless_compare(self, operator: str, a: Register, b: Register, reason: str) -> None:
        """Return with a sentence unless a comparison holds."""
        opposite = {"==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}[operator]
        x, y = number(a), number(b)
        if x is None or y is None or not _holds(operator, x, y):
            self.fail_if(self.test(opposite, a, b), reason)

    def fail(self, reason: str) -> None:
        """Return with a sentence; what follows is never reached."""
        self.jump(self._failure(reason))

    def leave(self) -> None:
        """Return without a failure; what follows is never reached."""
        self.emit("ret i64 0")
        self.emit(f"{self.label()}:")

    def _failure(self, reason: str) -> str:
        """Return the label of the block that returns the number of a sentence."""
        key = reason, self.file, self.line
        if key not in self._failing:
            self.failures.append(key)
            self._failing[key] = label = self.name("f")
            self._tail += [f"{label}:", f"ret i64 {len(self.failures)}"]
        return self._failing[key]

    def repeat(
        self, length: Callable[[], Register], body: Callable[[Register, str, str], None]
    ) -> None:
        """Count from 0 while the count is below `length()`: body(count, next label, end label).

        All rounds are counted at the beginning; those of a list that grows are bounded by memory.
        """
        again, inside, onward, end = (self.label() for _ in range(4))
        count = self.slot()
        self.put(count, "0")
        self.burn(length())
        self.place(again)
        now = self.get(count)
        self.branch(self.test("<", now, length()), inside, end)
        self.start(inside)
        body(now, onward, end)
        self.place(onward)
        self.put(count, self.simple("add", self.get(count), "1"))
        self.jump(again)
        self.start(end)

    def burn(self, rounds: Register = "1") -> None:
        """Count rounds of a loop; fail where a play has too many."""
        if not self._fuel:
            return
        left = self.get(self._fuel)
        self.fail_unless_compare("<", rounds, left, "a loop without an end")
        self.put(self._fuel, self.simple("sub", left, rounds))

    # -- the whole

    def text(self, name: str, parameters: str = "i64 %context", result: Register = "0") -> str:
        """Return the text of the function; the first parameter is the address of the context."""
        slots = [f"{slot} = alloca i64\nstore i64 0, ptr {slot}" for slot in self.slots]
        head = f"define i64 @{name}({parameters}) {{\nentry:"
        begin = [
            "%words = inttoptr i64 %context to ptr",
            f"%start_place = getelementptr i64, ptr %words, i64 {int(Word.ARENA_START)}",
            f"%end_place = getelementptr i64, ptr %words, i64 {int(Word.ARENA_END)}",
            "%start = load i64, ptr %start_place",
            "%end = load i64, ptr %end_place",
            f"store i64 %start, ptr {self._free}",
        ]
        if self._fuel:
            begin.append(f"store i64 {FUEL}, ptr {self._fuel}")
        lines = [*begin, *self.lines, f"ret i64 {result}"]
        return "\n".join([head, *slots, *lines, *self._tail, "}"])


def _holds(operator: str, a: int, b: int) -> bool:
    outcomes: Sequence[bool] = (a == b, a != b, a < b, a <= b, a > b, a >= b)
    return outcomes[[*CONDITIONS].index(operator)]


DECLARATIONS = (
    "\n".join(
        f"declare {{i64, i1}} @llvm.{operation}.with.overflow.i64(i64, i64)"
        for operation in ("sadd", "ssub", "smul")
    )
    + "\ndeclare i64 @llvm.ctpop.i64(i64)\ndeclare i64 @llvm.ctlz.i64(i64, i1)\n"
)

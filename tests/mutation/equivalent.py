"""Mutants that no test can find, and why: they change nothing that can be observed."""

EQUIVALENT = {
    "machine.builtin_functions of_constants: and or 2": (
        "a call of constants is compiled, not made before the run: only slower"
    ),
    "machine.assembly Assembly.used: operation 1": (
        "memory is used again at other times: only slower"
    ),
    "machine.comparisons _each_in: arguments swapped 8": "`equal` takes its values in any order",
    "machine.draws DrawnPicks.of_known: integer 8": "16 bits, read without a sign, hold 2**16 - 1",
    "machine.draws DrawnPicks.repeats: truth value 1": (
        "drawn plays deal by `cards_of_ticket`; only `cards_dealt`, of exact walks, asks this"
    ),
    "games.sameness _check_cached: arguments swapped 2": "`is_same` takes its values in any order",
    "machine.picks pick_function: statement dropped 20": "no place in a script is below 0",
    "machine.prelude_of_texts rfind: integer 1": "a part found at -1 is answered like a lost one",
    "machine.stream state_of: truth value 1": "words are skipped, whether they are returned or not",
    "machine.stream module: lshr in a text 5": "only the lower half of what is shifted is read",
    "machine.prelude cards_dealt: integer 2": (
        "a pick that repeats that of the path before takes its weights from there"
    ),
}

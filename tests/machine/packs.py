"""Programs with cards in words."""

HEAD = """
        from montmort.games.cards.pack import Pack
        PACK = Pack(ranks=3, suits=2)
        def words(chance):
            return PACK.write(chance.pick([1] * 64))
        """
PLAYS = {
    "read and written": """
        def play(chance):
            cards, jokers = PACK.read(words(chance))
            return Out(cards, jokers)
        """,
    "constants": """
        def play(chance):
            written = PACK.write(PACK.read("2c Ad")[0])
            return Out(PACK.read(written)[0], int(PACK.write(0b100001) == written))
        """,
    "as a condition, where no card is the empty text": """
        def play(chance):
            names = PACK.write(chance.pick([1, 1]))
            return Out(1 if names else 0, int(not names))
        """,
    "compared": """
        def play(chance):
            names, others = words(chance), words(chance)
            one = int(names == others) + 2 * int(names != "") + 4 * int(names in ("2c", "3c 2c"))
            return Out(one, int(PACK.write(chance.pick([1] * 4)) == "2c 3c"))
        """,
    "in the view of a player who goes by a table": """
        class Seen(NamedTuple):
            names: str
        TABLE = {Seen(PACK.write(cards)): cards for cards in range(0, 64, 2)}
        TABLE[Seen("3c 2c")] = 77
        TABLE[Seen("*")] = 78
        TABLE[Seen("no card")] = 79
        def play(chance):
            return Out(TABLE.get(Seen(words(chance)), -1))
        """,
    "one of several, in a tuple of any length": """
        def play(chance):
            names = tuple(PACK.write(1 << card) for card in range(chance.pick([1] * 6) + 1))
            return Out(PACK.read(names[-1])[0], len(names))
        """,
    "cards that the pack has not": """
        def play(chance):
            return Out(PACK.read(PACK.write(chance.pick([1] * 3) * 32))[0])
        """,
}
REFUSED = {
    "Pack.write with jokers": """
        def play(chance):
            return Out(len(PACK.write(chance.pick([1, 1]), 1)))
        """,
    "Pack.read of the names of cards": """
        def play(chance):
            return Out(Pack(ranks=4, suits=2).read(words(chance))[0])
        """,
    "Pack.read of a string": """
        def play(chance):
            return Out(PACK.read(("2c", "3c")[chance.pick([1, 1])])[0])
        """,
    "the length of the names of cards": """
        def play(chance):
            return Out(len(words(chance)))
        """,
    "the names of cards and a string": """
        def play(chance):
            return Out(int(words(chance) == ("2c", "3c")[chance.pick([1, 1])]))
        """,
}

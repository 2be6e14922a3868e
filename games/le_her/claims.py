"""What was written of the best strategies of Le Her."""

from montmort.games.le_her import RULEBOOK
from montmort.verification.claims import Claims, Finding, Standing
from montmort.verification.findings import usual_optimal_play

le_her = Claims(game="le-her", source="Montmort 1713, with Waldegrave")
SOURCES = (le_her,)


@le_her(
    "mixed",
    "the best strategies of both players of Le Her are mixed",
    place="the letters on Le Her",
    reading="the strategies of the equilibrium that was found",
)
def _mixed() -> Finding:
    players = ("Paul", "Pierre")
    found = usual_optimal_play(RULEBOOK).found
    mixed = [each for each in found.decisions if max(each.chances) < 1]
    names = sorted({players[each.seat] for each in mixed})
    return Finding(
        standing=Standing.of(len(names) == len(players)),
        true=f"at equilibrium {' and '.join(names) or 'nobody'} must draw lots",
        why="the sequence form is solved exactly; best responses prove both strategies",
        how="montmort exact le-her --optimal paul_wins --json",
        exact={
            f"{players[each.seat]}, {each.view}: {choice}": chance
            for each in mixed
            for choice, chance in zip(each.choices, each.chances, strict=True)
        },
    )

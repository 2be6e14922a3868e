"""What a player wants: the objective of optimal play, in words."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Aim:
    """What is wanted: a field of the outcome or a condition on it, largest or smallest.

    Seat 0 stands for the only seat that decides, where there is one, unless the user names it.
    """

    text: str
    maximises: bool = True
    seat: int = 0
    names_seat: bool = field(default=False, compare=False)

    @property
    def asked_seat(self) -> int | None:
        """The seat that is asked for, None for the only one that decides."""
        return self.seat if self.seat or self.names_seat else None

    @property
    def objective(self) -> str:
        """What is wanted, without the seat."""
        return f"{'maximise' if self.maximises else 'minimise'} {self.text}"

    def __str__(self) -> str:
        """Return what is wanted in words.

        >>> str(Aim("rounds", maximises=False))
        'minimise rounds, seat 0'
        """
        return f"{self.objective}, seat {self.seat}"

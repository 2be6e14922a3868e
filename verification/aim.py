"""What a player wants: the objective of optimal play, in words."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Aim:
    """What is wanted: a field of the outcome or a condition on it, largest or smallest."""

    text: str
    maximises: bool = True
    seat: int = 0

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

"""How the size of a group is to change."""

from dataclasses import dataclass
from enum import StrEnum


class Measure(StrEnum):
    """What an amount stands for."""

    CHANGE = "change_in_capacity"
    EXACT = "exact_capacity"
    PERCENT = "percent_change_in_capacity"


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjustment:
    """A wish that a group had another size."""

    measure: Measure
    amount: float
    least: int = 0
    """How many members come or go at least, where the amount is a percentage."""
    cooldown: float | None = None
    """Seconds that have to pass before the next change; none leaves that to the group."""
    words: str = ""
    """What was asked for, as the group's metadata tell it."""

"""How large a document may be, so that a hostile one is refused early."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What a document may cost.

    Values are walked recursively everywhere, so `depth` has to stay well below
    Python's own limit of about a thousand calls.
    """

    max_bytes: int | None = None
    depth: int = 100
    nodes: int = 1_000_000
    """How many values it may hold, each alias counted as a copy of its anchor."""


LIMITS = Limits()
MOST_DIGITS = 4_300
"""The longest number worth reading: Python itself writes no longer one."""

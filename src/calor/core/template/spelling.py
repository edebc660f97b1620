"""Guesses at misspelt names, kept cheap however many and however long the names are."""

from collections.abc import Collection
from dataclasses import dataclass

from calor.core.source import did_you_mean

GUESSES = 20
LONGEST = 80
MOST_KNOWN = 1000


@dataclass(slots=True)
class Spelling:
    """Hints at what was meant, for the first few misspelt names of a reading."""

    left: int = GUESSES

    def guess(self, name: object, known: Collection[str]) -> str | None:
        """Return a hint naming the known name closest to a misspelt one, if any is close."""
        if not isinstance(name, str) or len(name) > LONGEST or len(known) > MOST_KNOWN:
            return None
        self.left -= 1
        return did_you_mean(name, known) if self.left >= 0 else None

    def hint(self, name: object, known: Collection[str]) -> str | None:
        """Return a guess, or else all that is known if that is not much."""
        listed = f"use one of {', '.join(sorted(known))}" if 0 < len(known) <= GUESSES else None
        return self.guess(name, known) or listed

"""What pulls at everything: each segment would rather be straight, long lines most of all."""

from collections.abc import Sequence
from dataclasses import dataclass

from calor.core.drawing.layout.weave import Weave

STRENGTH = {0: 1.0, 1: 3.0, 2: 8.0}
"""How strongly a segment pulls by how many of its ends are bends."""
NO_TIE = 0.1


@dataclass(frozen=True, slots=True)
class Pull:
    """A wish to stand a certain way right of something else."""

    other: int
    strength: float
    offset: float


@dataclass(frozen=True, slots=True)
class Ties:
    """The pulls at every item and bend, from above and from below."""

    above: list[list[Pull]]
    below: list[list[Pull]]

    @classmethod
    def of(cls, woven: Weave) -> "Ties":
        """Tie the ends of every segment together."""
        above: list[list[Pull]] = [[] for _ in woven.level]
        below: list[list[Pull]] = [[] for _ in woven.level]
        for one in woven.segments:
            bends = (one.upper >= woven.items) + (one.lower >= woven.items)
            strength, offset = STRENGTH[bends], one.start - (one.end or 0)
            above[one.lower].append(Pull(one.upper, strength, offset))
            below[one.upper].append(Pull(one.lower, strength, -offset))
        return cls(above, below)

    def wish(self, one: int, middle: Sequence[float]) -> tuple[float, float]:
        """Return where everything together pulls something, and how strongly."""
        total = strength = 0.0
        for pulls in (self.above[one], self.below[one]):
            for pull in pulls:
                total += (middle[pull.other] + pull.offset) * pull.strength
                strength += pull.strength
        return (total / strength, strength) if strength else (middle[one], NO_TIE)

    def wishes(self, one: int, middle: Sequence[float]) -> list[tuple[float, float]]:
        """Return where each single pull would have it, and how strongly."""
        pulls = (*self.above[one], *self.below[one])
        return [(middle[pull.other] + pull.offset, pull.strength) for pull in pulls]

    def leaving(self, one: int, middle: Sequence[float]) -> list[float]:
        """Return where the lines out of a bend lead."""
        return [middle[pull.other] + pull.offset for pull in self.below[one]]

"""Boxes around boxes: which frame each node stands in, and which frames an edge goes through."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

DEEPEST = 8


@dataclass(slots=True)
class Frame:
    """A group or, as number one, the whole drawing; members are numbers of nodes and frames."""

    number: int
    title: str
    members: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Nest:
    """The frames, outer before inner, and the number of the frame around each node or frame."""

    frames: dict[int, Frame]
    around: dict[int, int]

    def meeting(self, source: int, target: int) -> tuple[list[int], list[int], int]:
        """Return what stands around two nodes, from inside out, and the frame around it all."""
        one, other = list(self._outward(source)), list(self._outward(target))
        while one[-2:] == other[-2:] and len(one) > 1:
            one.pop()
            other.pop()
        return one[:-1], other[:-1], one[-1]

    def _outward(self, number: int) -> Iterator[int]:
        while True:
            yield number
            if number not in self.around:
                break
            number = self.around[number]


def nest(groups: Iterable[str | None], count: int) -> Nest:
    """Put nodes, numbered in order, into the frames that their groups name."""
    outer = Frame(count, "")
    frames, around = {count: outer}, dict[int, int]()
    known: dict[tuple[int, str], Frame] = {}
    for node, group in enumerate(groups):
        at = outer
        for title in group.split("/", DEEPEST - 1) if group else ():
            if (at.number, title) not in known:
                frame = known[at.number, title] = Frame(count + len(frames), title)
                frames[frame.number] = frame
                around[frame.number] = at.number
                at.members.append(frame.number)
            at = known[at.number, title]
        around[node] = at.number
        at.members.append(node)
    return Nest(frames, around)

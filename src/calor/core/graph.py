"""Dependency graphs over names: what needs what, in which order, and whether it goes round.

Nothing here recurses and every question is answered in time proportional to
the graph (and the logarithm of it where an order is kept), so ten thousand
names in a row or in a ring are as welcome as three.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from calor.core.errors import CircularDependency


@dataclass(frozen=True, slots=True)
class Graph:
    """Names, what each of them needs, and by whom each of them is wanted."""

    needs: Mapping[str, Sequence[str]]
    wanted_by: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, needs: Mapping[str, Iterable[str]]) -> "Graph":
        """Build a graph; a name that is only needed is a node that needs nothing."""
        known: dict[str, list[str]] = {name: list(dict.fromkeys(of)) for name, of in needs.items()}
        wanted_by: dict[str, list[str]] = {name: [] for name in known}
        for name, needed in list(known.items()):
            for one in needed:
                if one not in wanted_by:
                    known[one], wanted_by[one] = [], []
                wanted_by[one].append(name)
        return cls(known, wanted_by)

    def reversed(self) -> "Graph":
        """Return the graph with every arrow turned round: the one to delete along."""
        return Graph(self.wanted_by, self.needs)

    def order(self) -> list[str]:
        """Return the names so that each follows what it needs, else as they were declared."""
        names = list(self.needs)
        number = {name: n for n, name in enumerate(names)}
        missing = [len(needed) for needed in self.needs.values()]
        ready = [n for n, count in enumerate(missing) if not count]
        ordered: list[str] = []
        while ready:
            name = names[heappop(ready)]
            ordered.append(name)
            for user in map(number.__getitem__, self.wanted_by[name]):
                missing[user] -= 1
                if not missing[user]:
                    heappush(ready, user)
        return self._whole(ordered)

    def layers(self) -> list[list[str]]:
        """Return the names in waves: each needs something of the wave before, nothing later."""
        missing = {name: len(needed) for name, needed in self.needs.items()}
        wave = [name for name, count in missing.items() if not count]
        waves: list[list[str]] = []
        while wave:
            waves.append(wave)
            wave = _release(wave, self.wanted_by, missing)
        self._whole([name for wave in waves for name in wave])
        return waves

    def cycle(self) -> list[str] | None:
        """Return a short way round as `[a, b, c, a]`, each needing the next, if there is one."""
        tangled = _peel(self.needs, self.wanted_by)
        if not tangled:
            return None
        for name in tangled:
            if name in self.needs[name]:
                return [name, name]
        # What is left has a need that is left too, so following needs must come round.
        return self._way_back(self._somewhere_on_a_cycle(tangled), tangled)

    def _whole(self, ordered: list[str]) -> list[str]:
        if len(ordered) < len(self.needs):
            raise CircularDependency(self.cycle() or [])
        return ordered

    def _somewhere_on_a_cycle(self, tangled: Mapping[str, object]) -> str:
        seen: set[str] = set()
        name = next(iter(tangled))
        while name not in seen:
            seen.add(name)
            name = next(one for one in self.needs[name] if one in tangled)
        return name

    def _way_back(self, start: str, tangled: Mapping[str, object]) -> list[str]:
        came_from: dict[str, str] = {}
        queue = deque([start])
        while start not in came_from:
            name = queue.popleft()
            for one in self.needs[name]:
                if one in tangled and one not in came_from:
                    came_from[one] = name
                    queue.append(one)
        path = [start, came_from[start]]
        while path[-1] != start:
            path.append(came_from[path[-1]])
        return path[::-1]


def _release(
    done: Iterable[str], wanted_by: Mapping[str, Sequence[str]], missing: dict[str, int]
) -> list[str]:
    """Return who has nothing left to wait for now that these are done."""
    free = []
    for name in done:
        for user in wanted_by[name]:
            missing[user] -= 1
            if not missing[user]:
                free.append(user)
    return free


def _peel(
    needs: Mapping[str, Sequence[str]], wanted_by: Mapping[str, Sequence[str]]
) -> dict[str, int]:
    """Return the names on a cycle or waiting for one, with how many such needs each has."""
    missing = {name: len(needed) for name, needed in needs.items()}
    wave = [name for name, count in missing.items() if not count]
    while wave:
        wave = _release(wave, wanted_by, missing)
    return {name: count for name, count in missing.items() if count}

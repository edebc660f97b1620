"""Routes: one table that serves the requests and describes the API."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from calor.api.call import JSON, Answer, Call
from calor.api.faults import NoSuchPath, WrongMethod
from calor.api.query import Query

Handle: TypeAlias = Callable[[Call], Awaitable[Answer]]

REST: Final = "*"
"""Marks a place that takes the rest of a path, slashes and all: `{arn*}`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One thing that can be asked for, all that is known of it."""

    method: str
    path: str
    """Places in braces take one part of the path each."""
    policy: str | None
    """The rule that must allow it; none for what anybody may know, empty if the content decides."""
    handle: Handle
    rules: tuple[str, ...] = ()
    """The rules of which what is in a request decides, where there is more than one."""
    summary: str
    query: tuple[Query, ...] = ()
    closed_query: bool = False
    """Whether an unknown name in the query is an error."""
    body: Any = None
    """The type of the body: mostly a struct, else anything that can be read from JSON."""
    success: int = 200
    returns: Any = None
    """The type of a JSON answer, if it is told: a `TypedDict` or whatever else msgspec knows."""
    content: str = JSON
    """The type of the answer's content."""
    streams: str | None = None
    """Another type that it has if the answer is followed as it comes to be."""
    answers: str = ""
    """What the answer is, in words, where its type does not say it."""
    queries: Mapping[str, Query] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "queries", {one.name: one for one in self.query})


@dataclass(slots=True)
class _Place:
    """A point in the tree of all paths."""

    words: dict[str, "_Place"] = field(default_factory=dict)
    any: "_Place | None" = None
    rest: dict[str, Route] = field(default_factory=dict)
    routes: dict[str, Route] = field(default_factory=dict)

    def step(self, part: str) -> "_Place":
        if not part.startswith("{"):
            return self.words.setdefault(part, _Place())
        self.any = self.any or _Place()
        return self.any


@dataclass(frozen=True, slots=True)
class Found:
    """A route, and what stands in the places of its path."""

    route: Route
    path: dict[str, str]


class Table:
    """All routes, found by walking down the parts of a path."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self.routes = tuple(routes)
        self._root = _Place()
        for route in self.routes:
            self._add(route)

    def find(self, method: str, path: str) -> Found:
        """Return the route that serves a path; or `NoSuchPath` or `WrongMethod`."""
        parts = path.strip("/").split("/")
        allowed: set[str] = set()
        for place, is_rest in _ends(self._root, parts, 0):
            routes = place.rest if is_rest else place.routes
            if method in routes:
                return Found(routes[method], _filled(routes[method].path, parts))
            allowed |= routes.keys()
        if allowed:
            raise WrongMethod(frozenset(allowed))
        raise NoSuchPath(f"there is nothing at {path[:200]}")

    def methods(self, path: str) -> frozenset[str]:
        """Return how a path can be asked; or `NoSuchPath`."""
        try:
            self.find("", path)
        except WrongMethod as problem:
            return problem.allowed | {"OPTIONS"}
        return frozenset()

    def _add(self, route: Route) -> None:
        place = self._root
        for part in route.path.strip("/").split("/"):
            if part.endswith(f"{REST}}}"):
                place.rest[route.method] = route
                return
            place = place.step(part)
        place.routes[route.method] = route


def _ends(place: _Place, parts: list[str], n: int) -> Iterable[tuple[_Place, bool]]:
    """Give the places at which a path may end: words count more than what takes anything."""
    if n == len(parts):
        yield place, False
        return
    if (word := place.words.get(parts[n])) is not None:
        yield from _ends(word, parts, n + 1)
    if place.rest and parts[n].startswith("arn:"):
        yield place, True
    if place.any is not None and parts[n]:
        yield from _ends(place.any, parts, n + 1)


def _filled(pattern: str, parts: list[str]) -> dict[str, str]:
    filled: dict[str, str] = {}
    for n, part in enumerate(pattern.strip("/").split("/")):
        if part.endswith(f"{REST}}}"):
            filled[part[1:-2]] = "/".join(parts[n:])
        elif part.startswith("{"):
            filled[part[1:-1]] = parts[n]
    return filled

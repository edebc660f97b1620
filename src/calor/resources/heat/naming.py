"""What the members of groups are called."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count, islice
from typing import Final

from calor.core.values import Value
from calor.plugin.nested import Member
from calor.plugin.resource import Here, Random

ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz234567"
LENGTH: Final = 12

MOST_MEMBERS: Final = 100_000
"""No group is larger, whatever its template asks for."""


def indices(skipped: Collection[str]) -> Iterator[str]:
    """Return `0`, `1`, ... without those that are skipped."""
    return (name for name in map(str, count()) if name not in skipped)


def first_indices(number: int, skipped: Collection[str]) -> list[str]:
    """Return the first names of a group whose members are numbered."""
    return list(islice(indices(skipped), number))


def names_to_skip(
    listed: Iterable[Value], known: Collection[str], members: Collection[Member] | None
) -> set[str]:
    """Return the names of members that are listed by name or by reference id.

    In a group that has no members yet every name counts, so that it is never given.
    """
    names = None if members is None else {one.name for one in members}
    by_reference = {
        one.reference_id: one.name for one in members or () if isinstance(one.reference_id, str)
    }
    found = set()
    for one in listed:
        name = str(one)
        if names is None or name in names or name in known:
            found.add(name)
        elif name in by_reference:
            found.add(by_reference[name])
    return found


def with_index(value: Value, variable: str, name: str) -> Value:
    """Return a value with a member's name in place of a variable; keys stay as they are."""
    match value:
        case str():
            return value.replace(variable, name)
        case Mapping():
            return {key: with_index(one, variable, name) for key, one in value.items()}
        case list() | tuple():
            return [with_index(one, variable, name) for one in value]
        case _:
            return value


def by_index(members: Iterable[Member]) -> list[Member]:
    """Return numbered members in order."""
    return sorted(members, key=lambda one: (len(one.name), one.name))


def draw_names(here: Here, members: Iterable[Member], number: int) -> list[str]:
    """Return names for new members; they stay the same until there are members of those names."""
    taken = {one.name for one in members}
    drawn = [one for one in here.data.get("names", ()) if one not in taken]
    while len(drawn) < number:
        if (name := _draw(here.random)) not in taken:
            drawn.append(name)
    here.data["names"] = drawn
    return drawn[:number]


def _draw(random: Random) -> str:
    return "".join(random.choice(ALPHABET) for _ in range(LENGTH))

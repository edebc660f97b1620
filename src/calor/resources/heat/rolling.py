"""The arithmetic of changing a group's members a few at a time.

A *batch* says how large the group is to be next and how many members may be
made or changed on the way.  What is left alone meanwhile never falls below
`min_in_service`, as far as there are so many members at all.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from calor.core.errors import ResourceFailed
from calor.plugin import Declared, at_least, prop


class BatchCreate(Declared):
    """How fast a group comes up."""

    max_batch_size: int = prop("How many members at a time.", at_least(1), default=1)
    pause_time: float = prop("Seconds between two batches.", at_least(0), default=0)


class RollingUpdate(BatchCreate):
    """How fast a group's members take a new definition."""

    min_in_service: int = prop(
        "How many members are left alone at any time.", at_least(0), default=0
    )


@dataclass(frozen=True, slots=True)
class Group:
    """The size a group is to have and has, and how many members are as they should be."""

    target: int
    current: int
    updated: int


@dataclass(frozen=True, slots=True)
class Batch:
    """The size a group has next, and how many members are made or changed."""

    size: int
    changes: int


def next_batch(group: Group, pace: RollingUpdate) -> Batch | None:
    """Return what comes next; none once all members are new and as many as wanted."""
    if group.updated >= group.current == group.target:
        return None
    changes = min(pace.max_batch_size, max(group.target - group.updated, 0))
    left_alone = min(pace.min_in_service, group.target, group.current)
    size = changes + max(min(group.current, group.target - changes), left_alone)
    return Batch(size, changes)


def batches(group: Group, pace: RollingUpdate, *, spares_stay: bool) -> Iterator[Batch]:
    """Return all batches to come.

    Members beyond the target that serve for the time being either stay, and
    older ones go in the end, or go themselves, and thus never count as updated.
    """
    while (batch := next_batch(group, pace)) is not None:
        yield batch
        spares = 0 if spares_stay else max(batch.size - max(group.current, group.target), 0)
        group = Group(group.target, batch.size, group.updated + batch.changes - spares)


def refuse_endless(to_come: Iterator[Batch], pause: float, timeout: float) -> None:
    """Raise if the pauses between batches alone outlast the stack's timeout."""
    if not pause:
        return
    for number, _ in enumerate(to_come):
        if number * pause >= timeout:
            raise ResourceFailed(
                f"the pauses between batches alone take the {timeout:g} seconds that the stack has;"
                " raise its timeout, shorten pause_time or enlarge max_batch_size"
            )


@dataclass(frozen=True, slots=True)
class Standing:
    """A member by name, and whether it is as it should be."""

    name: str
    is_new: bool


def all_new(names: Iterable[str]) -> list[Standing]:
    """Return members that are all as they should be."""
    return [Standing(name, is_new=True) for name in names]


def roll_anyhow(
    members: Sequence[Standing], batch: Batch, new_names: Iterable[str]
) -> list[Standing]:
    """Return the members after a batch, of a group whose members have any names.

    Those first in order go first and are changed first.
    """
    kept = list(members[max(len(members) - batch.size, 0) :])
    made = all_new(islice(new_names, batch.size - len(kept)))
    renewed = _first_old(kept, batch.changes - len(made))
    return [Standing(one.name, one.is_new or one.name in renewed) for one in kept] + made


def roll_indexed(
    members: Sequence[Standing], batch: Batch, names: Sequence[str], spares: Iterator[str]
) -> list[Standing]:
    """Return the members after a batch, of a group that is to have given names in the end.

    Those first in order go first and are changed first.
    """
    wanted, present = set(names), {one.name for one in members}
    belonging = [one for one in members if one.name in wanted]
    made = [name for name in names if name not in present][: batch.changes]
    room = batch.size - len(belonging) - len(made)
    strangers = [one for one in reversed(members) if one.name not in wanted][:room]
    free = (name for name in spares if name not in present)
    made += islice(free, room - len(strangers))
    renewed = _first_old(belonging, batch.changes - len(made))
    kept = [Standing(one.name, one.is_new or one.name in renewed) for one in belonging]
    return [*kept, *strangers, *all_new(made)]


def _first_old(members: Sequence[Standing], number: int) -> set[str]:
    return set([one.name for one in members if not one.is_new][: max(number, 0)])

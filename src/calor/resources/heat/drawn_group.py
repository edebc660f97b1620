"""How a group changes whose members have drawn names: failed members go first, then the oldest."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from calor.core.state import Status
from calor.core.values import Value
from calor.plugin.nested import Child, Member
from calor.plugin.resource import Here
from calor.resources.heat.naming import draw_names
from calor.resources.heat.rolling import (
    Batch,
    Group,
    RollingUpdate,
    Standing,
    batches,
    next_batch,
    refuse_endless,
    roll_anyhow,
)


@dataclass(frozen=True, slots=True)
class Aim:
    """What a group is to become."""

    definition: Mapping[str, Value]
    """What new members are, and, where there is a pace, all of them in the end."""
    size: int
    pace: RollingUpdate | None

    def at(self, pace: RollingUpdate | None) -> "Aim":
        """Return the same at another pace."""
        return replace(self, pace=pace)


@dataclass(frozen=True, slots=True)
class Turn:
    """What the members become next, after a pause."""

    members: Mapping[str, Mapping[str, Value]]
    pause: float = 0.0


def in_service(child: Child | None) -> list[Member]:
    """Return the members that have not failed, the oldest first."""
    members = child.members if child else ()
    return sorted((one for one in members if one.status is not Status.FAILED), key=_age)


def next_turn(here: Here, child: Child | None, aim: Aim) -> Turn | None:
    """Return what comes next; none once the group is as it should be."""
    members = _standing(child, aim)
    if aim.pace and not all(one.is_new for one in members):
        return _roll(here, child, aim, members, aim.pace)
    if child and child.phases and len(members) == aim.size:
        return None
    return Turn(_resized(here, child, aim, members))


def adjusted(here: Here, child: Child, aim: Aim) -> Turn:
    """Return what the members become if nothing but their number changes."""
    return Turn(_resized(here, child, aim, _standing(child, aim)))


def _resized(
    here: Here, child: Child | None, aim: Aim, members: Sequence[Standing]
) -> dict[str, Mapping[str, Value]]:
    batch = Batch(aim.size, max(aim.size - len(members), 0))
    return _after(here, child, aim, members, batch)


def _standing(child: Child | None, aim: Aim) -> list[Standing]:
    """Return the members in the order in which they go: failed, then old, then new ones."""
    members = sorted(child.members if child else (), key=_age)
    found = [Standing(one.name, _is_new(one, aim)) for one in members]
    return sorted(found, key=lambda one: one.is_new)


def _is_new(member: Member, aim: Aim) -> bool:
    return member.status is not Status.FAILED and member.definition == aim.definition


def _roll(
    here: Here, child: Child | None, aim: Aim, members: Sequence[Standing], pace: RollingUpdate
) -> Turn:
    """Change some members; the group only grows once all of them are new."""
    size = len(members)
    group = Group(min(aim.size, size), size, sum(one.is_new for one in members))
    pause = pace.pause_time if child and child.phases else 0.0
    if not pause:
        refuse_endless(batches(group, pace, spares_stay=True), pace.pause_time, here.timeout)
    batch = next_batch(group, pace) or Batch(size, 0)
    return Turn(_after(here, child, aim, members, batch), float(pause))


def _after(
    here: Here, child: Child | None, aim: Aim, members: Sequence[Standing], batch: Batch
) -> dict[str, Mapping[str, Value]]:
    present = {one.name: one for one in child.members} if child else {}
    names = draw_names(here, present.values(), max(batch.size - len(members), 0))
    return {
        one.name: aim.definition if one.is_new else present[one.name].definition
        for one in roll_anyhow(members, batch, names)
    }


def _age(member: Member) -> tuple[bool, float, str]:
    return (member.status is not Status.FAILED, member.created_at, member.name)

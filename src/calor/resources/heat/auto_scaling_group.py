"""OS::Heat::AutoScalingGroup: resources of one definition whose number goes up and down."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import shorten
from calor.core.state import Action, Status
from calor.core.template.functions.references import follow
from calor.core.values import Value, has_unknown
from calor.plugin import at_least, attr, prop, since
from calor.plugin.nested import Child, Member, Phase, StackResource
from calor.plugin.resource import Here
from calor.resources.heat.membership import (
    child_template,
    no_member,
    of_each,
    reach_in,
    read_each,
    references,
)
from calor.resources.heat.naming import MOST_MEMBERS, draw_names
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

EACH: Final = frozenset({"outputs", "outputs_list"})
"""The attributes that read one of each member; what follows says which."""


class AutoScalingGroup(StackResource):
    """As many resources of one definition as are needed, between two bounds."""

    type_name = "OS::Heat::AutoScalingGroup"
    support = since("2014.1")
    open_attributes = True
    member = "resource"
    attributes: ClassVar = {
        "outputs": attr(
            "An attribute of each member, by the member's name.", dict, support=since("2014.2")
        ),
        "outputs_list": attr("An attribute of each member.", list, support=since("2014.2")),
        "current_size": attr("How many members there are.", int, support=since("2015.1")),
        "refs": attr("The reference id of each member.", list, support=since("7.0.0")),
        "refs_map": attr("The same, by the member's name.", dict, support=since("7.0.0")),
    }

    resource: dict[str, Any] = prop("What each member is.", updatable=True)
    max_size: int = prop("How many members there are at most.", at_least(0), updatable=True)
    min_size: int = prop("How many members there are at least.", at_least(0), updatable=True)
    cooldown: int | None = prop(
        "Seconds after a change of size in which there is no other.", default=None, updatable=True
    )
    desired_capacity: int | None = prop(
        "How many members there are at first.", default=None, updatable=True
    )
    rolling_updates: RollingUpdate = prop(
        "How members take a new definition.", default=RollingUpdate(), updatable=True
    )

    @override
    def next_phase(self, here: Here, child: Child | None) -> Phase | None:
        target = self._target(here, child)
        members = self._standing(child)
        done = child.phases if child else 0
        if not all(one.is_new for one in members):
            return self._roll(here, child, members, target)
        if done and len(members) == target:
            return None
        return self._phase(here, child, members, Batch(target, max(target - len(members), 0)))

    @override
    def child_attribute(self, here: Here, child: Child, path: tuple[Value, ...]) -> Value:
        members = _in_service(child)
        own = {
            "current_size": len(members),
            "refs": [one.reference_id for one in members],
            "refs_map": {one.name: one.reference_id for one in members},
        }
        if not path:
            return own
        key, *rest = path
        if key in own:
            return follow(own[key], rest, None, digits=False)
        if key in EACH and rest:
            found = read_each(child, members, rest)
            return found if key == "outputs" else list(found.values())
        if (inner := reach_in(path)) is not None:
            return _one(child, members, *inner)
        raise EvaluationError(f"{shorten(key)} is no attribute, or needs that of a member after it")

    @override
    def problems(self) -> Iterable[str]:
        low, high, desired = self.min_size, self.max_size, self.desired_capacity
        if not has_unknown(self.resource) and not isinstance(self.resource.get("type"), str):
            yield "resource: the type is missing, or not the name of one"
        if has_unknown([low, high, desired]):
            return
        if low > high:
            yield f"min_size is {low}, which is more than max_size, {high}"
        elif desired is not None and not low <= desired <= high:
            yield f"desired_capacity is {desired}, which is not between {low} and {high}"
        if high > MOST_MEMBERS:
            yield f"max_size is {high}, but no group has more than {MOST_MEMBERS} members"

    def _target(self, here: Here, child: Child | None) -> int:
        """Return the size to reach, found out once for each action."""
        if here.data.get("since") != here.started_at:
            is_first = child is None or here.action is Action.CREATE
            size = self.min_size if is_first else len(_in_service(child))
            wanted = min(max(self.desired_capacity or size, self.min_size), self.max_size)
            here.data.update(target=wanted, since=here.started_at)
        return int(here.data["target"])

    def _standing(self, child: Child | None) -> list[Standing]:
        """Return the members in the order in which they go: failed, then old, then new ones."""
        members = sorted(child.members if child else (), key=_age)
        found = [Standing(one.name, self._is_new(one)) for one in members]
        return sorted(found, key=lambda one: one.is_new)

    def _is_new(self, member: Member) -> bool:
        return member.status is not Status.FAILED and member.definition == self.resource

    def _roll(
        self, here: Here, child: Child | None, members: Sequence[Standing], target: int
    ) -> Phase:
        """Change some members; the group only grows once all of them are new."""
        pace, size = self.rolling_updates, len(members)
        group = Group(min(target, size), size, sum(one.is_new for one in members))
        pause = pace.pause_time if child and child.phases else 0.0
        if not pause:
            to_come = batches(group, pace, spares_stay=True)
            refuse_endless(to_come, pace.pause_time, here.timeout)
        batch = next_batch(group, pace) or Batch(size, 0)
        return self._phase(here, child, members, batch, pause)

    def _phase(
        self,
        here: Here,
        child: Child | None,
        members: Sequence[Standing],
        batch: Batch,
        pause: float = 0.0,
    ) -> Phase:
        present = {one.name: one for one in child.members} if child else {}
        names = draw_names(here, present.values(), max(batch.size - len(members), 0))
        wanted = {
            one.name: self.resource if one.is_new else present[one.name].definition
            for one in roll_anyhow(members, batch, names)
        }
        outputs = references(wanted) | _outputs(list(wanted), here.reads)
        return Phase(template=child_template(wanted, outputs), pause=float(pause))


def _age(member: Member) -> tuple[bool, float, str]:
    return (member.status is not Status.FAILED, member.created_at, member.name)


def _in_service(child: Child | None) -> list[Member]:
    """Return the members that have not failed, the oldest first."""
    members = child.members if child else ()
    return sorted((one for one in members if one.status is not Status.FAILED), key=_age)


def _one(child: Child, members: Sequence[Member], index: str, steps: Sequence[Value]) -> Value:
    try:
        member = members[int(index)]
    except (IndexError, ValueError):
        raise no_member(index, members) from None
    return read_each(child, [member], steps)[member.name]


def _outputs(names: Sequence[str], reads: Iterable[tuple[Value, ...]]) -> dict[str, Value]:
    """Return the outputs that show what others read; which member has which index may change."""
    outputs: dict[str, Value] = {}
    for path in reads:
        inner = reach_in(path) if path else None
        steps = inner[1] if inner else path[1:] if path and path[0] in EACH else ()
        if steps:
            outputs |= of_each(names, steps)
    return outputs

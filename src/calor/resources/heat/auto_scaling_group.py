"""OS::Heat::AutoScalingGroup: resources of one definition whose number goes up and down."""

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Final

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.source import shorten
from calor.core.state import Action
from calor.core.template.functions.references import follow
from calor.core.values import Value, has_unknown
from calor.plugin import at_least, attr, prop, since
from calor.plugin.nested import Child, Member, Phase, StackResource
from calor.plugin.resource import Here
from calor.plugin.scaling import Adjustment
from calor.resources.heat.drawn_group import Aim, Turn, adjusted, in_service, next_turn
from calor.resources.heat.membership import (
    child_template,
    no_member,
    of_each,
    reach_in,
    read_each,
    references,
)
from calor.resources.heat.naming import MOST_MEMBERS
from calor.resources.heat.rolling import RollingUpdate
from calor.resources.heat.scaling import Bounds, begin_change, end_change, rest

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
        aim = Aim(self.resource, self._target(here, child), self.rolling_updates)
        turn = next_turn(here, child, aim)
        if turn is None:
            rest(here, self.cooldown, f"ExactCapacity : {aim.size}")
            return None
        return _phase(here, turn)

    @override
    def adjusted(self, here: Here, child: Child, adjustment: Adjustment) -> Phase | None:
        bounds = Bounds(self.min_size, self.max_size, self.cooldown)
        size = begin_change(here, len(in_service(child)), bounds, adjustment)
        if size is None:
            return None
        return _phase(here, adjusted(here, child, Aim(self.resource, size, None)))

    @override
    def adjustment_over(self, here: Here, child: Child, *, is_done: bool) -> None:
        end_change(here, is_done=is_done)

    @override
    def child_attribute(self, here: Here, child: Child, path: tuple[Value, ...]) -> Value:
        members = in_service(child)
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
            size = self.min_size if is_first else len(in_service(child))
            wanted = min(max(self.desired_capacity or size, self.min_size), self.max_size)
            here.data.update(target=wanted, since=here.started_at)
        return int(here.data["target"])


def _phase(here: Here, turn: Turn) -> Phase:
    outputs = references(turn.members) | _outputs(list(turn.members), here.reads)
    return Phase(template=child_template(turn.members, outputs), pause=turn.pause)


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

"""Resource types that are a stack of their own: groups, chains, templates."""

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from calor.core.state import Action, Status
from calor.core.values import Value
from calor.plugin.resource import Here, Resource
from calor.plugin.scaling import Adjustment


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A resource of the child stack, as it is now."""

    name: str
    definition: Mapping[str, Value]
    """Its entry in the child's template, just as the phase that asked for it gave it."""
    action: Action
    status: Status
    created_at: float
    reference_id: Value = None
    attributes: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Child:
    """The child stack as it is now."""

    members: tuple[Member, ...] = ()
    outputs: Mapping[str, Value] = field(default_factory=dict)
    phases: int = 0
    """How many phases of the present action are done."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """What the child stack is to become next."""

    template: Mapping[str, Value]
    parameters: Mapping[str, Value] = field(default_factory=dict)
    registry: Mapping[str, str] = field(default_factory=dict)
    """What stands behind types of its own, unless an environment says otherwise."""
    pause: float = 0.0
    """Seconds to wait before it begins."""


INNER: Final = "resource."
"""How a path begins that leads to a single resource of the child."""


def inner_path(path: tuple[Value, ...]) -> tuple[Value, ...] | None:
    """Return the name of a member and the path in it, of a path such as `resource.name.attr`."""
    first = path[0] if path else None
    if not isinstance(first, str) or not first.startswith(INNER):
        return None
    name, _, attribute = first.removeprefix(INNER).partition(".")
    return (name, *([attribute] if attribute else []), *path[1:])


class StackResource(Resource):
    """A resource type that stands for a child stack."""

    @abstractmethod
    def next_phase(self, here: Here, child: Child | None) -> Phase | None:
        """Return what the child is to become next; none once it is as wanted.

        Asked when the resource is created or updated, and again each time the
        child has become what was asked for.  At the first phase of an action
        (`child.phases == 0`, or no child yet) there is always an answer.
        What it leaves in `here.data` is saved before the phase begins.
        """

    def adjusted(self, here: Here, child: Child, adjustment: Adjustment) -> Phase | None:
        """Return what the child becomes if its size is adjusted; none if it stays as it is.

        Asked when the child is at rest; the resource itself stays as it is meanwhile.
        """
        return None

    def adjustment_over(self, here: Here, child: Child, *, is_done: bool) -> None:
        """Take note that an adjustment has come to its end, be it done or not."""

    def child_attribute(self, here: Here, child: Child, path: tuple[Value, ...]) -> Value:
        """Return an attribute, from what the child stack shows."""
        return child.outputs.get(str(path[0])) if path else dict(child.outputs)

"""Read what a service foresees: ours says why, Heat says what."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from calor.client.decoding import as_map, maps_in


class Kind(StrEnum):
    """What becomes of a resource."""

    CREATE = "create"
    UPDATE = "update"
    REPLACE = "replace"
    DELETE = "delete"
    KEEP = "keep"
    REFUSE = "refuse"


HEAT: Final = {
    "added": Kind.CREATE,
    "updated": Kind.UPDATE,
    "replaced": Kind.REPLACE,
    "deleted": Kind.DELETE,
    "unchanged": Kind.KEEP,
}
"""What Heat calls it."""

SUFFIX: Final = re.compile(r"-[a-z0-9]{12}$")
"""A child stack is called by its parent and its resource, and this once it is really there."""

PLAN: Final = "plan"
"""The key under which a preview carries reasons."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Why: a rule, and the property with its values where it is about one."""

    rule: str
    property: str | None = None
    old: Any = None
    new: Any = None
    is_known: bool = True
    """Whether the new value is known before something else is made."""


@dataclass(frozen=True, slots=True)
class Planned:
    """What becomes of one resource, and why."""

    path: tuple[str, ...]
    kind: Kind
    type: str
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """What becomes of every resource."""

    planned: tuple[Planned, ...]
    tells_why: bool
    """Whether the service has said why; Heat only says what."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be done."""
        return all(one.kind is Kind.KEEP for one in self.planned)

    def count(self, kind: Kind) -> int:
        """Return how many resources something becomes of."""
        return sum(one.kind is kind for one in self.planned)


def plan_of_new(stack: Mapping[str, Any]) -> Plan:
    """Return the plan of a stack that is yet to be made."""
    name = str(stack.get("stack_name") or "")
    resources = stack.get("resources")
    listed = resources if isinstance(resources, list) else []
    return Plan(tuple(_new(listed, (), name)), tells_why=True)


def plan_of_update(preview: Mapping[str, Any]) -> Plan:
    """Return the plan of an update."""
    changes = as_map(preview.get("resource_changes"))
    listed = [(kind, one) for key, kind in HEAT.items() for one in maps_in(changes.get(key))]
    if isinstance(plan := preview.get(PLAN), list):
        types = {_path(one): str(one.get("resource_type") or "") for _, one in listed}
        return Plan(tuple(_told(maps_in(plan), (), types)), tells_why=True)
    planned = (Planned(_path(one), kind, str(one.get("resource_type"))) for kind, one in listed)
    return Plan(tuple(planned), tells_why=False)


def _new(resources: Iterable[Any], around: tuple[str, ...], stack: str) -> Iterator[Planned]:
    for one in resources:
        if isinstance(one, list):
            # The resources of a child stack stand in place of the resource it belongs to.
            owner, child = _owner(one, stack)
            yield from _new(one, (*around, *owner), child)
        elif isinstance(one, Mapping):
            name = str(one.get("resource_name"))
            yield Planned((*around, name), Kind.CREATE, str(one.get("resource_type") or ""))


def _owner(resources: Iterable[Any], stack: str) -> tuple[tuple[str, ...], str]:
    """Return the resource that a list belongs to, and the name of its child stack.

    Its members tell both; if all of those are lists, too, the names of stacks do.
    """
    for one in resources:
        if isinstance(one, Mapping):
            parent = one.get("parent_resource")
            return (str(parent),) if parent else (), str(one.get("stack_name") or "")
    for one in resources:
        inner, name = _owner(one, "") if isinstance(one, list) else ((), "")
        if inner and (child := SUFFIX.sub("", name).removesuffix(f"-{inner[0]}")) != name:
            return (SUFFIX.sub("", child.removeprefix(f"{stack}-")),), child
    return (), ""


def _path(resource: Mapping[str, Any]) -> tuple[str, ...]:
    name = str(resource.get("resource_name"))
    parent = resource.get("parent_resource")
    return (str(parent), name) if parent else (name,)


def _told(
    plan: Iterable[Mapping[str, Any]],
    around: tuple[str, ...],
    types: Mapping[tuple[str, ...], str],
) -> Iterator[Planned]:
    for one in plan:
        path = (*around, str(one.get("resource_name")))
        causes = tuple(_cause(reason) for reason in maps_in(one.get("reasons")))
        yield Planned(path, _kind(one.get("kind")), types.get(path[-2:], ""), causes)
        yield from _told(maps_in(one.get("resources")), path, types)


def _kind(word: Any) -> Kind:
    try:
        return Kind(word)
    except ValueError:
        return Kind.UPDATE


def _cause(reason: Mapping[str, Any]) -> Cause:
    return Cause(
        str(reason.get("rule") or ""),
        reason.get("property"),
        reason.get("old"),
        reason.get("new"),
        is_known=reason.get("is_known") is not False,
    )

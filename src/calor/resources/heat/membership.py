"""The template that a group's child stack is made of, and what others read of its members."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from calor.core.errors import EvaluationError
from calor.core.schema.model import INNER
from calor.core.source import shorten
from calor.core.template.functions.references import follow
from calor.core.values import Value
from calor.plugin.nested import Child, Member

VERSION: Final = "2015-04-30"


def child_template(
    members: Mapping[str, Mapping[str, Value]], outputs: Mapping[str, Value]
) -> dict[str, Value]:
    """Return a template with a resource for each member."""
    return {
        "heat_template_version": VERSION,
        "resources": {name: dict(one) for name, one in members.items()},
        "outputs": {name: {"value": value} for name, value in outputs.items()},
    }


def references(names: Iterable[str]) -> dict[str, Value]:
    """Return the output that every group has: the reference id of each member."""
    return {"refs_map": {name: {"get_resource": name} for name in names}}


def of_each(names: Iterable[str], steps: Sequence[Value]) -> dict[str, Value]:
    """Return the output with an attribute of each member."""
    return {_name(steps): {name: {"get_attr": [name, *steps]} for name in names}}


def of_one(name: str, steps: Sequence[Value]) -> dict[str, Value]:
    """Return the output with an attribute of one member."""
    return {_name(steps, name): {"get_attr": [name, *steps]}}


def reach_in(path: Sequence[Value]) -> tuple[str, tuple[Value, ...]] | None:
    """Split `resource.name.attribute` and what follows into the name and the steps behind it."""
    key = str(path[0])
    if not key.startswith(INNER):
        return None
    _, name, *steps = key.split(".", 2)
    return name, (*steps, *path[1:])


def read_each(child: Child, members: Iterable[Member], steps: Sequence[Value]) -> dict[str, Value]:
    """Return an attribute of each member; without steps, its reference id."""
    shown = child.outputs.get(_name(steps))
    if isinstance(shown, dict):
        return {one.name: shown.get(one.name) for one in members}
    return {one.name: _read(one, steps) for one in members}


def read_one(child: Child, member: Member, steps: Sequence[Value]) -> Value:
    """Return an attribute of one member; without steps, its reference id."""
    name = _name(steps, member.name)
    return child.outputs[name] if name in child.outputs else _read(member, steps)


def no_member(name: Value, members: Sequence[Member]) -> EvaluationError:
    """Return the error that a group has no such member."""
    return EvaluationError(f"there is no member {shorten(name)} among {len(members)}")


def _read(member: Member, steps: Sequence[Value]) -> Value:
    if not steps:
        return member.reference_id
    return follow(member.attributes, steps, None, digits=False)


def _name(steps: Sequence[Value], member: str | None = None) -> str:
    """Return what an output is called; no two that are needed have the same name."""
    of = "attributes" if member is None else f"{INNER}{member}"
    return ", ".join(map(str, (of, *steps)))

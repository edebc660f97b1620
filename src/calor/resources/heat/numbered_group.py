"""What others read of a group whose members are numbered."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from typing_extensions import override

from calor.core.errors import EvaluationError
from calor.core.template.functions.references import follow
from calor.core.values import Value
from calor.plugin.nested import Child, StackResource
from calor.plugin.resource import Here
from calor.resources.heat.membership import (
    no_member,
    of_each,
    of_one,
    reach_in,
    read_each,
    read_one,
)
from calor.resources.heat.naming import by_index

EACH: Final = "attributes"
"""The attribute that reads one of each member; what follows says which."""


def refs(child: Child) -> list[Value]:
    """Return the reference ids of the members, in order."""
    return [one.reference_id for one in by_index(child.members)]


class NumberedGroup(StackResource):
    """A child stack with members `0`, `1`, ...; any attribute it does not know is theirs."""

    @abstractmethod
    def own_attributes(self, here: Here, child: Child) -> dict[str, Value]:
        """Return the attributes of the group itself."""

    @override
    def child_attribute(self, here: Here, child: Child, path: tuple[Value, ...]) -> Value:
        own = self.own_attributes(here, child)
        if not path:
            return own
        key, *rest = path
        if key in own:
            return follow(own[key], rest, None, digits=False)
        if (inner := reach_in(path)) is not None:
            return _one(child, *inner)
        members = by_index(child.members)
        if key == EACH and not rest:
            raise EvaluationError(f"{EACH} needs the name of an attribute after it")
        if key == EACH:
            return read_each(child, members, rest)
        return list(read_each(child, members, path).values())


def outputs_of(
    names: Sequence[str], reads: Iterable[tuple[Value, ...]], own: Iterable[str]
) -> dict[str, Value]:
    """Return the outputs that show what others read of the members."""
    known = frozenset(own)
    return {
        name: value
        for path in reads
        if path and path[0] not in known
        for some in _outputs(names, path)
        for name, value in some.items()
    }


def _outputs(names: Sequence[str], path: tuple[Value, ...]) -> Iterator[dict[str, Value]]:
    if (inner := reach_in(path)) is not None:
        name, steps = inner
        if name in names and steps:
            yield of_one(name, steps)
    elif path[0] != EACH:
        yield of_each(names, path)
    elif path[1:]:
        yield of_each(names, path[1:])


def _one(child: Child, name: str, steps: tuple[Value, ...]) -> Value:
    for one in child.members:
        if one.name == name:
            return read_one(child, one, steps)
    raise no_member(name, child.members)

"""What is known of a stack and all below it, from events alone."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from calor.cli.progress.happening import Happening
from calor.client.stacks import StackRef

SUFFIX: Final = 13
"""The name of a child stack is those of its parent and its resource, a dash and 12 characters."""

AFTERMATH: Final = ("aborted", "cancelled", "canceled")
"""Words of failures that only followed from another."""


@dataclass(slots=True)
class Node:
    """A resource, with the resources of its child stack if it has one."""

    name: str
    path: tuple[str, ...]
    status: str = ""
    reason: str = ""
    begun: float = 0.0
    ended: float | None = None
    children: dict[str, "Node"] = field(default_factory=dict)

    @property
    def is_busy(self) -> bool:
        """Whether something is being done to it."""
        return self.status.endswith("IN_PROGRESS")

    @property
    def is_failed(self) -> bool:
        """Whether the last thing done to it went wrong."""
        return self.status.endswith("FAILED")

    def seconds(self, now: float) -> float:
        """Return how long it has taken so far, or took."""
        return (now if self.ended is None else self.ended) - self.begun

    def below(self) -> Iterator["Node"]:
        """Yield every node below this one."""
        for child in list(self.children.values()):
            yield child
            yield from child.below()


@dataclass(frozen=True, slots=True)
class Failure:
    """A resource that went wrong, by the names that lead to it."""

    path: tuple[str, ...]
    status: str
    reason: str


@dataclass(slots=True)
class Tree:
    """A stack as its events have told of it so far."""

    ref: StackRef
    root: Node
    failures: list[Failure] = field(default_factory=list)
    _stacks: dict[str, tuple[str, Node]] = field(default_factory=dict)
    _owners: dict[str, Node] = field(default_factory=dict)
    """Resources by physical id: that of one with a child stack is the child's."""

    @classmethod
    def of(cls, ref: StackRef, now: float) -> "Tree":
        """Return a tree that has heard of nothing yet."""
        root = Node(ref.name, (), begun=now)
        return cls(ref, root, _stacks={ref.id: (ref.name, root)})

    def take(self, happening: Happening, now: float) -> Node:
        """Take an event in; return the node that it is about."""
        stack = self._stack(happening.stack)
        if happening.is_of_stack:
            # What becomes of a child stack is told by the resource that it belongs to.
            return _told(stack, happening, now) if stack is self.root else stack
        node = _child(stack, happening.resource, now)
        if happening.physical_id:
            self._owners[happening.physical_id] = node
        if happening.is_failure:
            self.failures.append(Failure(node.path, happening.status, happening.reason))
        return _told(node, happening, now)

    def _stack(self, ref: StackRef) -> Node:
        known = self._stacks.get(ref.id)
        if known is None:
            node = self._owners.get(ref.id) or self._by_name(ref)
            known = self._stacks[ref.id] = (ref.name, node)
        return known[1]

    def _by_name(self, ref: StackRef) -> Node:
        """Find the resource of a child stack that is heard of before its resource names it."""
        for name, node in sorted(self._stacks.values(), key=lambda one: -len(one[0])):
            if ref.name.startswith(f"{name}-"):
                resource = ref.name[len(name) + 1 : -SUFFIX]
                return _child(node, resource or ref.name, node.begun)
        return _child(self.root, ref.name, self.root.begun)


def causes_of(failures: list[Failure]) -> list[Failure]:
    """Return the failures that others followed from, the first of them first."""
    around = {one.path[:n] for one in failures for n in range(len(one.path))}
    deepest = [one for one in failures if one.path not in around]
    first = list({one.path: one for one in reversed(deepest)}.values())[::-1]
    own = [one for one in first if not any(word in one.reason for word in AFTERMATH)]
    return own or first


def _child(parent: Node, name: str, now: float) -> Node:
    if name not in parent.children:
        parent.children[name] = Node(name, (*parent.path, name), begun=now)
    return parent.children[name]


def _told(node: Node, happening: Happening, now: float) -> Node:
    if not node.is_busy or not happening.is_over:
        node.begun = now
    node.status, node.reason = happening.status, happening.reason
    node.ended = now if happening.is_over else None
    return node

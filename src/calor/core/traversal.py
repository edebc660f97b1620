"""Walk a graph of nodes: what may run now, given what has happened so far.

`step` is the engine without its I/O.  The runner saves what a step has changed,
*then* carries out the commands, and feeds each outcome back as an event.  The
work per event is proportional to the dependants of one node, never to the size
of the graph.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from calor.core.graph import Graph

NodeId: TypeAlias = str


@dataclass(frozen=True, slots=True)
class Started:
    """The traversal was accepted and saved."""


@dataclass(frozen=True, slots=True)
class NodeDone:
    """A node reached its goal."""

    node: NodeId


@dataclass(frozen=True, slots=True)
class NodeFailed:
    """A node will not reach its goal."""

    node: NodeId
    reason: str


@dataclass(frozen=True, slots=True)
class Stopped:
    """Nothing new is to start: a deadline has passed, or somebody cancelled."""

    reason: str


Event: TypeAlias = Started | NodeDone | NodeFailed | Stopped


@dataclass(frozen=True, slots=True)
class RunNode:
    """Bring this node to its goal."""

    node: NodeId


@dataclass(frozen=True, slots=True)
class Finish:
    """Everything that was begun has ended; no failures means success."""

    failures: tuple[str, ...] = ()


Command: TypeAlias = RunNode | Finish


@dataclass(slots=True)
class Traversal:
    """One walk over one graph.

    A failure lets running nodes end and starts nothing new; with `keep_going`
    only what depends on the failed node is left out.
    """

    graph: Graph
    keep_going: bool = False
    missing: dict[NodeId, int] = field(default_factory=dict)
    """How many needs of a node that has not started are not done yet."""
    running: set[NodeId] = field(default_factory=set)
    failures: list[str] = field(default_factory=list)
    is_stopped: bool = False
    is_finished: bool = False

    @classmethod
    def over(
        cls, graph: Graph, done: Iterable[NodeId] = (), *, keep_going: bool = False
    ) -> "Traversal":
        """Return a traversal that has not begun, or of which some nodes were done before."""
        ended = set(done)
        missing = {
            node: sum(need not in ended for need in needs)
            for node, needs in graph.needs.items()
            if node not in ended
        }
        return cls(graph, keep_going, missing)


def step(traversal: Traversal, event: Event) -> list[Command]:
    """Take in one event; change the traversal and return what to do about it."""
    match event:
        case Started():
            return _advance(traversal, list(traversal.missing))
        case NodeDone(node):
            if node not in traversal.running:
                return []  # told twice, as a resumed run may be
            traversal.running.remove(node)
            return _advance(traversal, _released(traversal, node))
        case NodeFailed(node, reason):
            if node not in traversal.running:
                return []
            traversal.running.remove(node)
            traversal.failures.append(reason)
            if traversal.keep_going:
                _leave_out(traversal, node)
            else:
                traversal.is_stopped = True
            return _advance(traversal, [])
        case Stopped(reason):
            traversal.failures.append(reason)
            traversal.is_stopped = True
            return _advance(traversal, [])
        case _:
            assert_never(event)


def _released(traversal: Traversal, node: NodeId) -> list[NodeId]:
    released = []
    for user in traversal.graph.wanted_by[node]:
        if user in traversal.missing:
            traversal.missing[user] -= 1
            if not traversal.missing[user]:
                released.append(user)
    return released


def _leave_out(traversal: Traversal, node: NodeId) -> None:
    waiting = list(traversal.graph.wanted_by[node])
    while waiting:
        user = waiting.pop()
        if traversal.missing.pop(user, None) is not None:
            waiting += traversal.graph.wanted_by[user]


def _advance(traversal: Traversal, candidates: list[NodeId]) -> list[Command]:
    commands: list[Command] = []
    if not traversal.is_stopped:
        for node in candidates:
            if traversal.missing.get(node) == 0:
                del traversal.missing[node]
                traversal.running.add(node)
                commands.append(RunNode(node))
    over = traversal.is_stopped or not traversal.missing
    if over and not traversal.running and not traversal.is_finished:
        traversal.is_finished = True
        commands.append(Finish(tuple(traversal.failures)))
    return commands

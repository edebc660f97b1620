"""What the engine and the APIs ask of a store.

Every implementation passes the same tests; the memory twin is one of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from calor.store.records import (
    Batch,
    CommandRecord,
    EngineRecord,
    EventRecord,
    Lease,
    ResourceRecord,
    StackRecord,
)


@dataclass(frozen=True, slots=True)
class Tree:
    """A root stack with all below it, and what waits in its mailbox."""

    stacks: tuple[StackRecord, ...]
    resources: tuple[ResourceRecord, ...]
    secrets: Mapping[tuple[str, str], str]
    commands: tuple[CommandRecord, ...]


class Store(Protocol):
    """Durable storage; a write has happened once it returns, whatever dies after."""

    async def write(self, batch: Batch, lease: Lease | None = None) -> None:
        """Write a batch in one transaction.

        With a lease, only while that lease is in force: else `LeaseLost`, and
        nothing is written; and a stack whose stored traversal is newer stays as
        it is, for somebody has set a goal meanwhile.  A command makes its tree
        wanted.  A live stack of the same name in the project is a `Conflict`.
        """

    async def tree(self, root_id: str) -> Tree:
        """Load everything an engine needs to work on a tree; `NotFound` if there is none."""

    async def text(self, digest: str) -> bytes:
        """Return a template, environment or bundle of files by its content hash."""

    async def claim(self, engine_id: str, most: int) -> Sequence[Lease]:
        """Take trees that are wanted and that no living engine holds."""

    async def renew(self, engine_id: str) -> Sequence[Lease]:
        """Extend all leases of an engine by the database's clock; return those still held."""

    async def release(self, lease: Lease) -> bool:
        """Give a tree back if nothing waits in its mailbox; return whether it was given back."""

    async def commands(self, root_id: str, after: int = 0) -> Sequence[CommandRecord]:
        """Return what waits in the mailbox of a tree, oldest first."""

    async def stack(self, stack_id: str) -> StackRecord:
        """Return a stack, also one that was deleted; `NotFound` if there is none."""

    async def stack_named(self, project: str, name: str) -> StackRecord:
        """Return a live stack by name; `NotFound` if there is none."""

    async def resources(self, stack_id: str) -> Sequence[ResourceRecord]:
        """Return the resources of a stack, oldest first."""

    async def events(
        self, stack_id: str, *, after: int = 0, most: int | None = None
    ) -> Sequence[EventRecord]:
        """Return events of a stack in the order in which they were written."""

    async def see_engine(self, engine: EngineRecord) -> None:
        """Register an engine or tell that it is alive."""

    async def engines(self) -> Sequence[EngineRecord]:
        """Return all engines that were seen."""

    async def close(self) -> None:
        """Let go of connections and files."""

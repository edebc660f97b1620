"""The state of the memory twin, and what a batch does to it.

A batch is checked as a whole first; what is then applied cannot fail.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, field, replace

from calor.core.errors import Conflict, NotFound
from calor.core.source import shorten
from calor.store import rows
from calor.store.filters import Purged
from calor.store.records import (
    Batch,
    CommandRecord,
    EngineRecord,
    EventRecord,
    OutboxRecord,
    ResourceRecord,
    SnapshotRecord,
    StackRecord,
)

NameKey = tuple[str, str]


@dataclass(slots=True)
class TreeState:
    """Who holds a tree, until when, and since when work waits."""

    engine_id: str | None = None
    epoch: int = 0
    expires_at: float = 0.0
    wanted: float | None = None


@dataclass(slots=True)
class Text:
    """A text and when it was last used."""

    body: bytes
    touched_at: float


@dataclass(slots=True)
class Ledger:
    """Everything that is stored, by id or number."""

    stacks: dict[str, StackRecord] = field(default_factory=dict)
    live: dict[NameKey, str] = field(default_factory=dict)
    texts: dict[str, Text] = field(default_factory=dict)
    resources: dict[str, ResourceRecord] = field(default_factory=dict)
    secrets: dict[tuple[str, str], str] = field(default_factory=dict, repr=False)
    events: dict[int, EventRecord] = field(default_factory=dict)
    commands: dict[int, CommandRecord] = field(default_factory=dict)
    snapshots: dict[str, SnapshotRecord] = field(default_factory=dict)
    outbox: dict[int, OutboxRecord] = field(default_factory=dict)
    trees: dict[str, TreeState] = field(default_factory=dict)
    engines: dict[str, EngineRecord] = field(default_factory=dict)
    last_number: int = 0

    def number(self) -> int:
        """Return the next number; none is ever given twice."""
        self.last_number += 1
        return self.last_number


def _live_key(stack: StackRecord | None) -> NameKey | None:
    return None if stack is None or stack.deleted_at is not None else (stack.project, stack.name)


def stored(batch: Batch) -> Batch:
    """Return a batch as it would be read back: a copy, with maps and lists as JSON has them."""
    return replace(
        batch,
        texts=dict(batch.texts),
        new_stacks=tuple(rows.stack_of(rows.stack_row(one)) for one in batch.new_stacks),
        stacks=tuple(rows.stack_of(rows.stack_row(one)) for one in batch.stacks),
        new_resources=tuple(
            rows.resource_of(rows.resource_row(one)) for one in batch.new_resources
        ),
        resources=tuple(rows.resource_of(rows.resource_row(one)) for one in batch.resources),
        events=tuple(rows.event_of((0, *rows.event_row(one))) for one in batch.events),
        commands=tuple(rows.command_of((0, *rows.command_row(one))) for one in batch.commands),
        snapshots=tuple(rows.snapshot_of(rows.snapshot_row(one)) for one in batch.snapshots),
        outbox=tuple(rows.outbox_of((0, *rows.outbox_row(one))) for one in batch.outbox),
    )


def check(ledger: Ledger, batch: Batch) -> None:
    """Raise what writing a batch would raise, in the order in which it would be written."""
    stack_ids = _new_ids(ledger.stacks, (stack.id for stack in batch.new_stacks))
    known = [one for one in batch.stacks if one.id in stack_ids or one.id in ledger.stacks]
    _check_names(ledger, (*batch.new_stacks, *known))
    if len(known) < len(batch.stacks):
        raise NotFound("a stack that is to be changed is not there")
    resource_ids = _new_ids(ledger.resources, (one.id for one in batch.new_resources))
    _must_exist((one.id for one in batch.resources), ledger.resources, resource_ids)
    roots = {stack.id for stack in batch.new_stacks if stack.id == stack.root_id}
    _must_exist((command.root_id for command in batch.commands), ledger.trees, roots)


def _new_ids(known: Iterable[str], ids: Iterable[str]) -> set[str]:
    new: set[str] = set()
    for one in ids:
        if one in new or one in known:
            raise Conflict("something of the same id or name is stored already")
        new.add(one)
    return new


def _must_exist(keys: Iterable[str], known: Container[str], new: Container[str]) -> None:
    for key in keys:
        if key not in new and key not in known:
            raise NotFound(f"there is no {shorten(key)} to write to")


def _check_names(ledger: Ledger, stacks: Iterable[StackRecord]) -> None:
    """Go through the names that stacks take and give up, one after the other."""
    holders: dict[NameKey, str | None] = {}
    names: dict[str, NameKey | None] = {}
    for stack in stacks:
        before = names.get(stack.id, _live_key(ledger.stacks.get(stack.id)))
        if before is not None:
            holders[before] = None
        key = names[stack.id] = _live_key(stack)
        if key is not None:
            if holders.get(key, ledger.live.get(key)) is not None:
                message = f"a stack named {shorten(stack.name)} exists already; choose another name"
                raise Conflict(message)
            holders[key] = stack.id


def apply(ledger: Ledger, batch: Batch, now: float) -> None:
    """Write a batch that was checked."""
    for digest, text in batch.texts.items():
        ledger.texts.setdefault(digest, Text(text, now)).touched_at = now
    for stack in (*batch.new_stacks, *batch.stacks):
        _apply_stack(ledger, stack)
    for resource in (*batch.new_resources, *batch.resources):
        ledger.resources[resource.id] = resource
    drop_resources(ledger, batch.gone_resources)
    _apply_secrets(ledger, batch)
    for event in batch.events:
        number = ledger.number()
        ledger.events[number] = replace(event, number=number)
    _apply_mail(ledger, batch, now)
    ledger.snapshots.update((snapshot.id, snapshot) for snapshot in batch.snapshots)
    for gone in batch.gone_snapshots:
        ledger.snapshots.pop(gone, None)
    for message in batch.outbox:
        number = ledger.number()
        ledger.outbox[number] = replace(message, number=number)


def _apply_stack(ledger: Ledger, stack: StackRecord) -> None:
    before = ledger.stacks.get(stack.id)
    if before is not None and before.traversal > stack.traversal:
        return
    if old := _live_key(before):
        del ledger.live[old]
    ledger.stacks[stack.id] = stack
    if new := _live_key(stack):
        ledger.live[new] = stack.id
    if before is None and stack.id == stack.root_id:
        ledger.trees[stack.id] = TreeState()


def _apply_secrets(ledger: Ledger, batch: Batch) -> None:
    for place, secret in batch.secrets.items():
        if secret is None:
            ledger.secrets.pop(place, None)
        else:
            ledger.secrets[place] = secret


def _apply_mail(ledger: Ledger, batch: Batch, now: float) -> None:
    for command in batch.commands:
        tree = ledger.trees[command.root_id]
        tree.wanted = now if tree.wanted is None else tree.wanted
        number = ledger.number()
        ledger.commands[number] = replace(command, number=number)
    for done in batch.done_commands:
        ledger.commands.pop(done, None)


def drop_resources(ledger: Ledger, ids: Iterable[str]) -> None:
    """Remove resources and their secrets."""
    gone = set(ids)
    for one in gone:
        ledger.resources.pop(one, None)
    if gone and ledger.secrets:
        for place in [place for place in ledger.secrets if place[0] in gone]:
            del ledger.secrets[place]


def purge(ledger: Ledger, ids: set[str], texts_before: float | None) -> Purged:
    """Remove stacks with all that belongs to them, and texts that nobody has used since a time."""
    resources = [one.id for one in ledger.resources.values() if one.stack_id in ids]
    drop_resources(ledger, resources)
    events = [number for number, event in ledger.events.items() if event.stack_id in ids]
    for number in events:
        del ledger.events[number]
    for number in [key for key, one in ledger.commands.items() if one.stack_id in ids]:
        del ledger.commands[number]
    for key in [key for key, one in ledger.snapshots.items() if one.stack_id in ids]:
        del ledger.snapshots[key]
    for stack_id in ids:
        del ledger.stacks[stack_id]
        ledger.trees.pop(stack_id, None)
    texts = 0 if texts_before is None else _purge_texts(ledger, texts_before)
    return Purged(len(ids), len(resources), len(events), texts)


def _purge_texts(ledger: Ledger, before: float) -> int:
    used: set[str] = set()
    for stack in ledger.stacks.values():
        used.update((stack.template, stack.environment, stack.files), stack.previous or ())
    old = [
        digest
        for digest, text in ledger.texts.items()
        if text.touched_at < before and digest not in used
    ]
    for digest in old:
        del ledger.texts[digest]
    return len(old)

"""Records as rows and back, in the order of the columns of their tables."""

from collections.abc import Sequence
from typing import Any

import msgspec

from calor.core.state import Action, Status
from calor.store import codec
from calor.store.records import (
    CommandRecord,
    EngineRecord,
    EventRecord,
    OutboxRecord,
    ResourceLine,
    ResourceRecord,
    SnapshotRecord,
    StackRecord,
)

Row = Sequence[Any]

_encode = codec.encode
_read_stack = msgspec.json.Decoder(codec.StackBody).decode
_read_resource = msgspec.json.Decoder(codec.ResourceBody).decode
_read_event = msgspec.json.Decoder(codec.EventBody).decode
_read_snapshot = msgspec.json.Decoder(codec.SnapshotBody).decode
# Looked up in a plain map: calling an enumeration costs five times as much.
_ACTIONS = {action.value: action for action in Action}
_STATUSES = {status.value: status for status in Status}


def stack_row(stack: StackRecord) -> Row:
    """Return a row of `stacks`."""
    body = codec.StackBody(
        user=stack.user,
        credential_id=stack.credential_id,
        reason=stack.reason,
        deadline=stack.deadline,
        timeout_mins=stack.timeout_mins,
        disable_rollback=stack.disable_rollback,
        tags=stack.tags,
        details=stack.details,
    )
    return (
        stack.id,
        stack.root_id,
        stack.parent_id,
        stack.owner_id,
        stack.depth,
        stack.name,
        stack.name if stack.deleted_at is None else None,
        stack.project,
        stack.action.value,
        stack.status.value,
        stack.template,
        stack.environment,
        stack.files,
        *(stack.previous or (None, None, None)),
        stack.created_at,
        stack.updated_at,
        stack.deleted_at,
        stack.traversal,
        _encode(body),
    )


def stack_of(row: Row) -> StackRecord:
    """Return the stack of a row."""
    body = _read_stack(row[20])
    return StackRecord(
        id=row[0],
        root_id=row[1],
        parent_id=row[2],
        owner_id=row[3],
        depth=row[4],
        name=row[5],
        project=row[7],
        action=_ACTIONS[row[8]],
        status=_STATUSES[row[9]],
        template=row[10],
        environment=row[11],
        files=row[12],
        previous=None if row[13] is None else (row[13], row[14], row[15]),
        created_at=row[16],
        updated_at=row[17],
        deleted_at=row[18],
        user=body.user,
        credential_id=body.credential_id,
        reason=body.reason,
        traversal=row[19],
        deadline=body.deadline,
        timeout_mins=body.timeout_mins,
        disable_rollback=body.disable_rollback,
        tags=body.tags,
        details=body.details,
    )


def resource_row(resource: ResourceRecord) -> Row:
    """Return a row of `resources`."""
    body = codec.ResourceBody(
        resource.properties,
        resource.attributes,
        resource.metadata,
        resource.definition,
        resource.requires,
        resource.replaces,
        resource.replaced_by,
        resource.traversal,
        resource.notes,
    )
    return (
        resource.id,
        resource.stack_id,
        resource.root_id,
        resource.name,
        resource.type,
        resource.action.value,
        resource.status.value,
        resource.physical_id,
        resource.created_at,
        resource.updated_at,
        resource.reason.encode(),
        _encode(body),
    )


def resource_of(row: Row) -> ResourceRecord:
    """Return the resource of a row."""
    body = _read_resource(row[11])
    return ResourceRecord(
        id=row[0],
        stack_id=row[1],
        root_id=row[2],
        name=row[3],
        type=row[4],
        action=_ACTIONS[row[5]],
        status=_STATUSES[row[6]],
        physical_id=row[7],
        created_at=row[8],
        updated_at=row[9],
        reason=bytes(row[10]).decode(),
        properties=body.properties,
        attributes=body.attributes,
        metadata=body.metadata,
        definition=body.definition,
        requires=body.requires,
        replaces=body.replaces,
        replaced_by=body.replaced_by,
        traversal=body.traversal,
        notes=body.notes,
    )


def line_of(row: Row) -> ResourceLine:
    """Return the line of a row without its body."""
    return ResourceLine._make((*row[:-1], bytes(row[-1]).decode()))


def event_row(event: EventRecord) -> Row:
    """Return a row of `events`, but for the number."""
    body = codec.EventBody(
        event.physical_id,
        event.reason,
        event.properties,
    )
    return (
        event.id,
        event.stack_id,
        event.root_id,
        event.resource_name,
        event.resource_type,
        str(event.action),
        event.status.value,
        event.created_at,
        _encode(body),
    )


def event_of(row: Row) -> EventRecord:
    """Return the event of a row."""
    body = _read_event(row[9])
    return EventRecord(
        number=row[0],
        id=row[1],
        stack_id=row[2],
        root_id=row[3],
        resource_name=row[4],
        resource_type=row[5],
        action=row[6],
        status=_STATUSES[row[7]],
        created_at=row[8],
        physical_id=body.physical_id,
        reason=body.reason,
        properties=body.properties,
    )


def command_row(command: CommandRecord) -> Row:
    """Return a row of `commands`, but for the number."""
    return (
        command.root_id,
        command.stack_id,
        command.kind,
        command.created_at,
        _encode(command.body),
    )


def command_of(row: Row) -> CommandRecord:
    """Return the command of a row."""
    number, root_id, stack_id, kind, created_at, body = row
    return CommandRecord(
        number=number,
        root_id=root_id,
        stack_id=stack_id,
        kind=kind,
        created_at=created_at,
        body=codec.decode_map(body),
    )


def snapshot_row(snapshot: SnapshotRecord) -> Row:
    """Return a row of `snapshots`."""
    body = codec.SnapshotBody(
        snapshot.reason,
        snapshot.data,
    )
    return (
        snapshot.id,
        snapshot.stack_id,
        snapshot.name,
        snapshot.status.value,
        snapshot.created_at,
        _encode(body),
    )


def snapshot_of(row: Row) -> SnapshotRecord:
    """Return the snapshot of a row."""
    body = _read_snapshot(row[5])
    return SnapshotRecord(
        id=row[0],
        stack_id=row[1],
        name=row[2],
        status=_STATUSES[row[3]],
        created_at=row[4],
        reason=body.reason,
        data=body.data,
    )


def outbox_row(message: OutboxRecord) -> Row:
    """Return a row of `outbox`, but for the number."""
    return (message.topic, message.created_at, _encode(message.body))


def outbox_of(row: Row) -> OutboxRecord:
    """Return the notification of a row."""
    number, topic, created_at, body = row
    return OutboxRecord(
        number=number, topic=topic, created_at=created_at, body=codec.decode_map(body)
    )


def engine_row(engine: EngineRecord) -> Row:
    """Return a row of `engines`."""
    return (
        engine.id,
        engine.host,
        engine.process,
        engine.started_at,
        engine.seen_at,
        engine.stopped_at,
    )


def engine_of(row: Row) -> EngineRecord:
    """Return the engine of a row."""
    return EngineRecord(
        id=row[0],
        host=row[1],
        process=row[2],
        started_at=row[3],
        seen_at=row[4],
        stopped_at=row[5],
    )

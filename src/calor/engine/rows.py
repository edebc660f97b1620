"""Rows of resources: how each state follows from the one before."""

import uuid
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from itertools import chain

from calor.core.errors import CalorError
from calor.core.plan import Existing, Wanted
from calor.core.state import Action, Status
from calor.core.values import Value
from calor.engine.here import LiveHere
from calor.engine.jobs import Job, Rival
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.plugin.resource import Resource, Sibling
from calor.store.records import ResourceRecord


def fresh_row(tree: LiveTree, stack: LiveStack, name: str, type_name: str) -> ResourceRecord:
    """Return the row of a resource to which nothing was done yet."""
    return ResourceRecord(
        id=str(uuid.uuid4()),
        stack_id=stack.record.id,
        root_id=stack.record.root_id,
        name=name,
        type=type_name,
        created_at=tree.now(),
    )


def existing(row: ResourceRecord | None) -> Existing | None:
    """Return a row as the plan sees it."""
    if row is None:
        return None
    return Existing(
        type=row.type,
        properties=row.properties,
        metadata=row.definition.get("metadata", {}),
        definition={key: one for key, one in row.definition.items() if key != "metadata"},
        external_id=row.notes.get("external_id"),
        action=row.action,
        status=row.status,
    )


def aimed_at(
    row: ResourceRecord, wanted: Wanted, stack: LiveStack, *, with_metadata: bool = False
) -> ResourceRecord:
    """Return a row that is to become what is wanted; metadata is set once, unless it is asked for.

    What it is set to from then on is the business of whoever uses the resource.
    """
    needs = stack.goal.graph.needs.get(row.name, ())
    notes = {**row.notes, "template": stack.record.template}
    with_metadata = with_metadata or row.action is Action.INIT
    definition = dict(wanted.definition)
    if wanted.metadata:
        definition["metadata"] = wanted.metadata
    if wanted.external_id:
        notes["external_id"] = wanted.external_id
    return replace(
        row,
        type=wanted.type,
        properties=wanted.properties,
        metadata=wanted.metadata if with_metadata else row.metadata,
        definition=definition,
        requires=tuple(stack.current[need] for need in needs if need in stack.current),
        traversal=stack.record.traversal,
        notes=notes,
    )


def leaning(aimed: ResourceRecord, before: ResourceRecord) -> ResourceRecord:
    """Return a row that leans on what it was built upon, too, until its update is done."""
    both = dict.fromkeys((*aimed.requires, *before.requires))
    return noted(replace(aimed, requires=tuple(both)), requires=list(aimed.requires))


def standing(row: ResourceRecord) -> ResourceRecord:
    """Return a row whose update is done: it leans on nothing but what it is built upon now."""
    requires = row.notes.get("requires")
    if requires is None:
        return row
    return noted(replace(row, requires=tuple(requires)), requires=None)


def enter(
    tree: LiveTree,
    stack: LiveStack,
    row: ResourceRecord,
    state: tuple[Action, Status],
    reason: str = "",
) -> ResourceRecord:
    """Move a row to another state, save it and tell everybody."""
    action, status = state
    if status is Status.IN_PROGRESS and "pause_until" in row.notes:
        row = noted(row, pause_until=None)  # what was to come after the pause is not wanted now
    row = replace(row, action=action, status=status, reason=reason, updated_at=tree.now())
    tree.put_row(stack, row)
    tree.ledger.tell_resource(row, tree.now())
    return row


def is_at(stack: LiveStack, row: ResourceRecord, *actions: Action) -> bool:
    """Return whether one of these actions is being done to a row for the stack's present goal."""
    is_ours = row.traversal == stack.record.traversal
    return is_ours and row.status is Status.IN_PROGRESS and row.action in actions


def here_of(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> LiveHere:
    """Return what a type's methods may see of a row."""
    return LiveHere(
        world=tree.world,
        id=row.id,
        name=row.name,
        stack_name=stack.record.name,
        stack_id=stack.record.id,
        project=stack.record.project,
        physical_id=row.physical_id,
        replaces=_replaced(stack, row),
        action=row.action,
        created_at=row.created_at,
        started_at=row.updated_at or row.created_at,
        data=dict(row.notes.get("data", {})),
        secrets=dict(tree.secrets.get(row.id, {})),
        metadata=dict(row.metadata),
        files=stack.goal.scope.files,
        write_environment=stack.goal.environment.to_dict,
        user_project=stack.record.details.get("user_project"),
        update_policy=row.definition.get("update_policy") or {},
        reads=stack.goal.reads.get(row.name, ()),
        timeout=tree.limits.seconds_for(stack.record.timeout_mins),
        find_sibling=partial(_sibling, stack, row.id),
    )


def _replaced(stack: LiveStack, row: ResourceRecord) -> str | None:
    old = stack.rows.get(row.replaces) if row.replaces else None
    return old.physical_id if old else None


def _sibling(stack: LiveStack, row_id: str, reference_id: str) -> Sibling | None:
    row = referred_to(stack, stack.rows.get(row_id), reference_id)
    if row is None:
        return None
    return Sibling(
        type=row.type,
        properties=row.properties,
        metadata=row.definition.get("metadata") or {},
        present_metadata=row.metadata,
    )


def referred_to(
    stack: LiveStack, row: ResourceRecord | None, reference_id: str
) -> ResourceRecord | None:
    """Return the row that a row means by a reference id: most often one that it is built upon."""
    near = (stack.rows.get(one) for one in row.requires) if row else ()
    for other in chain(near, stack.rows.values()):
        if other is not None and other.notes.get("reference") == reference_id:
            return other
    return None


def made(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> Resource:
    """Return the resource that a row stands for, as it was last made or changed."""
    registry = stack.goal.environment.registry
    kind = tree.kinds.find(registry, row.type, row.name, stack.goal.scope.files)
    return kind.make(row.properties)


def unchecked(row: ResourceRecord) -> str:
    """Return the reason of a resource whose type cannot be checked."""
    return f"CHECK not supported for {row.type}"


def job_for(
    tree: LiveTree, stack: LiveStack, node: str, row: ResourceRecord, resource: Resource
) -> Job:
    """Return the job that does to a resource what its row says is being done."""
    return Job(
        stack_id=stack.record.id,
        node=node,
        row_id=row.id,
        traversal=stack.record.traversal,
        resource=resource,
        here=here_of(tree, stack, row),
        keeps_snapshot=bool(row.notes.get("keeps_snapshot")),
        rival=_rival(tree, stack, row),
        given_up=row.attributes if is_back(row, resource) else None,
    )


def is_back(row: ResourceRecord, resource: Resource) -> bool:
    """Return whether a resource had made way for another, and is wanted again."""
    was_replaced = row.replaced_by is not None and row.action is not Action.DELETE
    return resource.makes_way and was_replaced


def _rival(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> Rival | None:
    other_id = {Action.CREATE: row.replaces, Action.UPDATE: row.replaced_by}.get(row.action)
    other = stack.rows.get(other_id or "")
    if other is None or other.physical_id is None:
        return None
    try:
        resource = made(tree, stack, other)
    except CalorError:  # its type is gone, and so is whoever could make way
        return None
    return Rival(resource, here_of(tree, stack, other)) if resource.makes_way else None


def remembered(tree: LiveTree, row: ResourceRecord, here: LiveHere) -> ResourceRecord:
    """Return a row with what a type's methods have left to remember."""
    if row.stack_id in tree.stacks:
        keep_users(tree, tree.stacks[row.stack_id], here.user_project)
    kept = tree.secrets.get(row.id, {})
    if here.secrets != kept:
        for key in kept.keys() | here.secrets.keys():
            tree.ledger.secrets[(row.id, key)] = here.secrets.get(key)
        tree.secrets[row.id] = dict(here.secrets)
    notes = {**row.notes, "data": dict(here.data)} if here.data else row.notes
    metadata = changed_over(row.metadata, here.given_metadata, here.metadata)
    return replace(row, physical_id=here.physical_id, notes=notes, metadata=metadata)


def keep_users(tree: LiveTree, stack: LiveStack, project: str | None) -> None:
    """Note in which project a stack has its users, for whoever has to let them in.

    A goal that was set before the first of them was made knows nothing of it.
    """
    details = stack.record.details
    if project is not None and project != details.get("user_project"):
        details = {**details, "user_project": project}
        tree.put_record(stack, replace(stack.record, details=details))


def changed_over(
    present: Mapping[str, Value], before: Mapping[str, Value], after: Mapping[str, Value]
) -> Mapping[str, Value]:
    """Return what is there now with the changes that somebody made to what was there before."""
    if before == after:
        return present
    gone = before.keys() - after.keys()
    changed = {key: one for key, one in after.items() if key not in before or before[key] != one}
    return {**{key: one for key, one in present.items() if key not in gone}, **changed}


def noted(row: ResourceRecord, **notes: Value) -> ResourceRecord:
    """Return a row with notes changed; those set to none are gone."""
    merged: Mapping[str, Value] = {**row.notes, **notes}
    return replace(row, notes={key: one for key, one in merged.items() if one is not None})

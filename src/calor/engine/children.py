"""Child stacks: a resource that is a stack of its own, in the same tree."""

import uuid
from collections.abc import Mapping
from dataclasses import replace

import msgspec

from calor.core.state import Action, Status
from calor.core.template.environment.resolution import Resolution
from calor.core.template.expression import evaluate
from calor.core.values import Value
from calor.engine.adoption import adopted_rows
from calor.engine.here import physical_name
from calor.engine.ledger import reason_of
from calor.engine.lifecycle import begin
from calor.engine.limits import UNLIMITED
from calor.engine.rows import here_of, noted, remembered
from calor.engine.stack import Goal, LiveStack
from calor.engine.texts import digest_of, encode
from calor.engine.tree import LiveTree, arn_of
from calor.plugin.nested import Child, Member, Phase, StackResource
from calor.store.records import ResourceRecord, StackRecord

ID_OUTPUT = "OS::stack_id"
"""An output of this name is what references to a template resource give."""


def begin_child(
    tree: LiveTree,
    parent: LiveStack,
    row: ResourceRecord,
    resource: StackResource,
    resolution: Resolution,
) -> None:
    """Begin the first phase of what a row's child stack is to become."""
    row = noted(row, phases=None, pause_until=None)
    phase = _next(tree, parent, row, resource)
    if phase is None:
        raise AssertionError(f"{row.type} has no first phase")
    start_phase(tree, parent, stack_row(parent, row), phase, resolution)


def go_on(
    tree: LiveTree,
    parent: LiveStack,
    row: ResourceRecord,
    resource: StackResource,
    resolution: Resolution,
) -> bool:
    """Begin the next phase; return false if there is none and the child is as wanted."""
    row = noted(row, phases=row.notes.get("phases", 0) + 1)
    phase = _next(tree, parent, row, resource)
    if phase is None:
        return False
    row = stack_row(parent, row)
    if phase.pause:
        when = tree.now() + phase.pause
        tree.put_row(parent, noted(row, pause_until=when))
        tree.pauses.append((when, parent.record.id, row.id))
    else:
        start_phase(tree, parent, row, phase, resolution)
    return True


def end_pause(
    tree: LiveTree,
    parent: LiveStack,
    row: ResourceRecord,
    resource: StackResource,
    resolution: Resolution,
) -> None:
    """Begin the phase that a row has waited for."""
    phase = _next(tree, parent, noted(row, pause_until=None), resource)
    if phase:
        start_phase(tree, parent, stack_row(parent, row), phase, resolution)


def set_action(tree: LiveTree, child: LiveStack, action: Action) -> None:
    """Do to a child what is done to its parent."""
    record = replace(
        child.record,
        action=action,
        status=Status.IN_PROGRESS,
        reason=reason_of(action, Status.IN_PROGRESS),
        traversal=child.record.traversal + 1,
        deadline=None,
        updated_at=tree.now(),
    )
    tree.put_record(child, record)
    tree.ledger.tell_stack(record, tree.now())
    begin(tree, child)


def state_of(tree: LiveTree, row: ResourceRecord) -> Child | None:
    """Return a row's child stack as its type sees it."""
    child = tree.child_of(row.id)
    if child is None:
        return None
    rows = [child.rows[one] for one in child.current.values() if one in child.rows]
    rows.sort(key=lambda one: one.created_at)
    definitions = _definitions(tree.library.value(child.record.template))
    return Child(
        members=tuple(_member(definitions, one) for one in rows),
        outputs=outputs_of(child),
        phases=row.notes.get("phases", 0),
    )


def outputs_of(stack: LiveStack) -> dict[str, Value]:
    """Return the outputs of a stack; those that a condition disables are null."""
    scope = stack.goal.scope
    return {
        name: evaluate(one.value, scope) if scope.is_enabled(one.condition) is True else None
        for name, one in stack.goal.template.outputs.items()
    }


def reference_of(child: LiveStack) -> Value:
    """Return what a reference to a stack's resource gives."""
    outputs = child.goal.template.outputs
    return outputs_of(child)[ID_OUTPUT] if ID_OUTPUT in outputs else arn_of(child.record)


def _definitions(template: Mapping[str, Value]) -> Mapping[str, Value]:
    """Return what a template of either language says of its resources."""
    return template.get("resources") or template.get("Resources") or {}


def _member(definitions: Mapping[str, Value], row: ResourceRecord) -> Member:
    return Member(
        name=row.name,
        definition=definitions.get(row.name) or {},
        action=row.action,
        status=row.status,
        created_at=row.created_at,
        reference_id=row.notes.get("reference"),
        attributes=row.attributes,
    )


def _next(
    tree: LiveTree, parent: LiveStack, row: ResourceRecord, resource: StackResource
) -> Phase | None:
    here = here_of(tree, parent, row)
    phase = resource.next_phase(here, state_of(tree, row))
    tree.put_row(parent, remembered(tree, row, here))
    return phase


def start_phase(
    tree: LiveTree, parent: LiveStack, row: ResourceRecord, phase: Phase, resolution: Resolution
) -> None:
    """Begin to bring a row's child stack to what a phase says."""
    template = msgspec.json.encode(phase.template)
    environment = encode(environment_of(parent, row, phase, resolution))
    texts = {digest_of(template): template, digest_of(environment): environment}
    tree.library.texts.update(texts)
    tree.ledger.texts.update(texts)
    names = (digest_of(template), digest_of(environment))
    child = tree.child_of(row.id)
    record = record_of(tree, parent, row, names)
    goal = allowed_goal(tree, record)
    if child is None:
        child = LiveStack(record, goal)
        tree.add(child)
        tree.ledger.add_stack(record)
        _adopt(tree, child, row)
    else:
        child.goal = goal
        tree.put_record(child, record)
    tree.put_row(parent, replace(noted(row, adopt=None), physical_id=record.id))
    tree.ledger.tell_stack(record, tree.now())
    begin(tree, child)


def environment_of(
    parent: LiveStack, row: ResourceRecord, phase: Phase, resolution: Resolution
) -> dict[str, Value]:
    """Return the environment that a row's child stack has in a phase."""
    given = parent.goal.environment.child(row.name, resolution, phase.parameters)
    if phase.registry:
        given = replace(given, registry=given.registry.behind(phase.registry))
    return given.to_dict()


def record_of(
    tree: LiveTree, parent: LiveStack, row: ResourceRecord, names: tuple[str, str]
) -> StackRecord:
    """Return the record of a row's child stack, new or with a new goal."""
    child = tree.child_of(row.id)
    if child is None:
        return _record(tree, parent, row, names)
    return replace(_revised(tree, child, names), files=parent.record.files)


def allowed_goal(tree: LiveTree, record: StackRecord) -> Goal:
    """Return what a child stack is to become, if the tree may grow so."""
    tree.limits.refuse_depth(record.depth)
    goal = tree.goal(record)
    if tree.limits.resources_per_tree != UNLIMITED:
        others = (one for one in tree.stacks.values() if one.record.id != record.id)
        present = sum(len(one.goal.resources) for one in others)
        tree.limits.refuse_resources(present + len(goal.resources))
    return goal


def _adopt(tree: LiveTree, child: LiveStack, row: ResourceRecord) -> None:
    """Hand on what there is to adopt."""
    given = row.notes.get("adopt") or {}
    if child.record.action is Action.ADOPT:
        for one in adopted_rows(child.record, given.get("resources") or {}, tree.ledger):
            child.rows[one.id] = one


def _record(
    tree: LiveTree, parent: LiveStack, row: ResourceRecord, names: tuple[str, str]
) -> StackRecord:
    above = parent.record
    action = Action.ADOPT if row.action is Action.ADOPT else Action.CREATE
    return StackRecord(
        id=str(uuid.uuid4()),
        root_id=above.root_id,
        parent_id=above.id,
        owner_id=row.id,
        depth=above.depth + 1,
        name=physical_name(above.name, row.name, row.id),
        project=above.project,
        user=above.user,
        credential_id=above.credential_id,
        action=action,
        status=Status.IN_PROGRESS,
        reason=reason_of(action, Status.IN_PROGRESS),
        template=names[0],
        environment=names[1],
        files=above.files,
        traversal=1,
        timeout_mins=above.timeout_mins,
        created_at=tree.now(),
        details={"parent_resource": row.name},
    )


def _revised(tree: LiveTree, child: LiveStack, names: tuple[str, str]) -> StackRecord:
    old = child.record
    return replace(
        old,
        action=Action.UPDATE,
        status=Status.IN_PROGRESS,
        reason=reason_of(Action.UPDATE, Status.IN_PROGRESS),
        template=names[0],
        environment=names[1],
        previous=(old.template, old.environment, old.files),
        traversal=old.traversal + 1,
        deadline=None,
        updated_at=tree.now(),
    )


def stack_row(stack: LiveStack, row: ResourceRecord) -> ResourceRecord:
    """Return a row as it is now."""
    return stack.rows[row.id]

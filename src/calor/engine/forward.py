"""The forward half: bring each resource that the template wants to what it says."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace

from calor.core.errors import CalorError, EvaluationError, InvalidTemplate
from calor.core.plan import Change, Judge, Kind, Reason, Rule, Wanted, decide
from calor.core.schema.model import Property
from calor.core.schema.properties import Note, check_properties
from calor.core.schema.typed import typed_properties
from calor.core.source import Hint, Path, Problem, Severity, format_path
from calor.core.state import Action, Status
from calor.core.template.expression import Compiled, evaluate
from calor.core.template.template import ResourceDefinition
from calor.core.traversal import Event, NodeDone, NodeFailed
from calor.core.values import Value
from calor.engine.adoption import adopted
from calor.engine.children import begin_child
from calor.engine.hooks import is_waiting_after, must_wait
from calor.engine.jobs import wanted_attributes
from calor.engine.kinds import Kind as ResourceKind
from calor.engine.observing import look, must_look
from calor.engine.rows import (
    aimed_at,
    enter,
    existing,
    fresh_row,
    is_at,
    is_back,
    job_for,
    leaning,
    noted,
)
from calor.engine.stack import LiveStack
from calor.engine.tree import LiveTree
from calor.plugin.nested import StackResource
from calor.plugin.resource import Resource
from calor.store.records import ResourceRecord


@dataclass(frozen=True, slots=True)
class Visit:
    """A node that is being visited: what is wanted of it, and what makes it."""

    tree: LiveTree
    stack: LiveStack
    name: str
    wanted: Wanted
    kind: ResourceKind
    resource: Resource


def visit_forward(tree: LiveTree, stack: LiveStack, name: str) -> Event | None:
    """Begin what a node needs; return how it ended if it did so at once."""
    row = stack.row(name)
    if row is None:
        row = fresh_row(tree, stack, name, stack.goal.resources[name].type)
        stack.current[name] = row.id
        tree.put_row(stack, row, is_new=True)
    if is_waiting_after(stack, row) or _is_child_at_it(tree, stack, row):
        return None
    try:
        visit = look_at(tree, stack, name)
        if must_look(tree, stack, row, visit.resource):
            look(tree, stack, row, visit.resource)
            return None
        return _act(visit, row, judge_change(visit, row))
    except CalorError as problem:
        row = stack.row(name) or row
        state = (_attempted(stack, row), Status.FAILED)
        row = enter(tree, stack, row, state, _reason(name, problem))
        return NodeFailed(name, row.reason)


def _attempted(stack: LiveStack, row: ResourceRecord) -> Action:
    """Return what was being done to a row when that could not even begin."""
    if row.status is Status.IN_PROGRESS and row.traversal == stack.record.traversal:
        return row.action
    if row.action is not Action.INIT:
        return Action.UPDATE
    return Action.ADOPT if stack.record.action is Action.ADOPT else Action.CREATE


def _is_child_at_it(tree: LiveTree, stack: LiveStack, row: ResourceRecord) -> bool:
    is_running = is_at(stack, row, Action.CREATE, Action.ADOPT, Action.UPDATE)
    return is_running and tree.child_of(row.id) is not None


def _act(visit: Visit, row: ResourceRecord, change: Change) -> Event | None:
    hook = "pre-create" if change.kind is Kind.CREATE else "pre-update"
    if must_wait(visit.tree, visit.stack, row, hook):
        return None
    match change.kind:
        case Kind.KEEP:
            return _keep(visit, row)
        case Kind.CREATE if row.action is Action.INIT:
            return _create(visit, row)
        case Kind.CREATE:  # what is on its way out stays so
            return _create(visit, _successor(visit, row))
        case Kind.REPLACE:
            return _create(visit, _successor(visit, row))
        case Kind.UPDATE:
            return _update(visit, row, change)
        case _:
            return _refuse(visit, row, change)


def _refuse(visit: Visit, row: ResourceRecord, change: Change) -> Event:
    """Tell that a change is not allowed; nothing was done, so the resource stays sound."""
    reason = _reason(visit.name, CalorError(_refusal(change)))
    told = replace(row, action=Action.UPDATE, status=Status.FAILED, reason=reason)
    visit.tree.ledger.tell_resource(told, visit.tree.now())
    return NodeFailed(visit.name, reason)


def _keep(visit: Visit, row: ResourceRecord) -> Event | None:
    aimed = _aimed(visit, row)
    is_to_mend = _may_survive(visit, row) or is_back(row, visit.resource)
    if _is_always_updated(visit.resource) or is_to_mend:
        return _update(visit, row, Change(Kind.UPDATE))
    if row.status is Status.FAILED:
        enter(visit.tree, visit.stack, aimed, (row.action, Status.COMPLETE))
    elif aimed.requires != row.requires:
        visit.tree.put_row(visit.stack, aimed)
    wanted = wanted_attributes(visit.resource, visit.stack.goal.reads.get(visit.name, ()))
    if all(name in row.attributes for name in wanted):
        return NodeDone(visit.name)
    job = job_for(visit.tree, visit.stack, visit.name, visit.stack.rows[row.id], visit.resource)
    job.is_look = True
    visit.tree.start(job)
    return None


def _create(visit: Visit, row: ResourceRecord) -> Event | None:
    aimed = _aimed(visit, row)
    if visit.wanted.external_id:
        aimed = replace(aimed, physical_id=visit.wanted.external_id)
        aimed = noted(aimed, reference=visit.wanted.external_id)
        action = Action.ADOPT
    else:
        is_adoption = visit.stack.record.action is Action.ADOPT
        action = Action.ADOPT if is_adoption else Action.CREATE
        aimed = adopted(aimed) if is_adoption else aimed
    row = enter(visit.tree, visit.stack, aimed, (action, Status.IN_PROGRESS))
    return _begin(visit, row)


def _update(visit: Visit, row: ResourceRecord, change: Change) -> Event | None:
    changed = change.changed | _left_undone(row)
    before = visit.kind.make(row.properties) if changed else visit.resource
    aimed = noted(_aimed(visit, row), before=dict(row.properties))
    row = enter(visit.tree, visit.stack, leaning(aimed, row), (Action.UPDATE, Status.IN_PROGRESS))
    return _begin(visit, row, before, changed)


def _is_always_updated(resource: Resource) -> bool:
    """Return whether only the resource itself knows if anything has changed."""
    return isinstance(resource, StackResource) or resource.always_updates


def _left_undone(row: ResourceRecord) -> set[str]:
    """Return the properties that an update was about which failed: nobody knows how far it came."""
    before = row.notes.get("before")
    if before is None or row.status is not Status.FAILED:
        return set()
    names = row.properties.keys() | before.keys()
    return {name for name in names if row.properties.get(name) != before.get(name)}


def _aimed(visit: Visit, row: ResourceRecord) -> ResourceRecord:
    follows = visit.resource.follows_metadata
    return aimed_at(row, visit.wanted, visit.stack, with_metadata=follows)


def _begin(
    visit: Visit,
    row: ResourceRecord,
    before: Resource | None = None,
    changed: AbstractSet[str] = frozenset(),
) -> Event | None:
    if isinstance(visit.resource, StackResource):
        begin_child(visit.tree, visit.stack, row, visit.resource, visit.kind.resolution)
        return None
    job = job_for(visit.tree, visit.stack, visit.name, row, visit.resource)
    job.before, job.changed = before, changed
    visit.tree.start(job)
    return None


def _successor(visit: Visit, row: ResourceRecord) -> ResourceRecord:
    new = replace(
        fresh_row(visit.tree, visit.stack, visit.name, visit.wanted.type), replaces=row.id
    )
    visit.tree.put_row(visit.stack, replace(row, replaced_by=new.id))
    visit.stack.current[visit.name] = new.id
    visit.tree.put_row(visit.stack, new, is_new=True)
    return new


def look_at(tree: LiveTree, stack: LiveStack, name: str) -> Visit:
    """Return what is wanted of a node, and what makes it."""
    definition = stack.goal.resources[name]
    files = stack.goal.scope.files
    kind = tree.kinds.find(stack.goal.environment.registry, definition.type, name, files)
    wanted = _wanted(stack, definition, kind)
    resource = kind.make(wanted.properties)
    problems = [Problem(one, ("properties",)) for one in resource.problems()]
    if problems and wanted.external_id is None:
        raise InvalidTemplate(problems)
    return Visit(tree, stack, name, wanted, kind, resource)


def _wanted(stack: LiveStack, definition: ResourceDefinition, kind: ResourceKind) -> Wanted:
    scope = stack.goal.scope

    def value(compiled: Compiled) -> Value:
        return evaluate(compiled, scope)

    external = value(definition.external_id)
    given = {} if external else value(definition.properties)
    policies = {
        "depends_on": list(definition.depends_on),
        "deletion_policy": value(definition.deletion_policy),
        "update_policy": _typed(kind.schema.update_policy, value(definition.update_policy)),
    }
    return Wanted(
        type=kind.schema.name,
        properties={} if external else _typed_properties(kind, given),
        metadata=value(definition.metadata),
        definition={key: one for key, one in policies.items() if one},
        external_id=external,
    )


def _typed_properties(kind: ResourceKind, given: Mapping[str, Value]) -> dict[str, Value]:
    problems: list[Problem] = []
    values = typed_properties(kind.schema, given, _noting(problems, "properties"))
    if problems:
        raise InvalidTemplate(problems)
    return values


def _typed(schema: Mapping[str, Property], given: Mapping[str, Value]) -> dict[str, Value]:
    if not given:
        return {}
    problems: list[Problem] = []
    values = check_properties(schema, given, _noting(problems, "update_policy"))
    if problems:
        raise InvalidTemplate(problems)
    return values


def _noting(problems: list[Problem], section: str) -> Note:
    def note(severity: Severity, path: Path, message: str, hint: Hint) -> None:
        if severity is Severity.ERROR:
            known = hint() if callable(hint) else hint
            problems.append(Problem(message, (section, *path), hint=known))

    return note


def judge_change(visit: Visit, row: ResourceRecord) -> Change:
    """Return what becomes of a row."""
    if row.notes.get("replace"):
        return Change(Kind.REPLACE, (Reason(Rule.DEMANDED),))
    restricted = visit.stack.goal.environment.registry.restricted_actions_for(visit.name)
    old = existing(row)
    if old and visit.tree.child_of(row.id) is not None and not row.notes.get("unhealthy"):
        # Those of its members that failed are replaced, not the whole of it.
        old = replace(old, status=Status.COMPLETE)
    return decide(old, visit.wanted, _judge(visit, row), restricted)


def _judge(visit: Visit, row: ResourceRecord) -> Judge:
    demands = False
    if row.type == visit.wanted.type and row.action is not Action.INIT:
        old = visit.kind.make(row.properties)
        changed = {
            name
            for name in visit.kind.schema.properties
            if row.properties.get(name) != visit.wanted.properties.get(name)
        }
        demands = visit.resource.must_replace(old, changed) or _has_lost_footing(visit, row)
    return Judge(
        schema=visit.kind.schema,
        demands_replacement=demands,
        survives_failure=_may_survive(visit, row),
    )


def _may_survive(visit: Visit, row: ResourceRecord) -> bool:
    """Return whether a row failed, but there may be something of it that can be kept."""
    is_there = row.physical_id is not None
    return visit.resource.survives_failure and is_there and row.status is Status.FAILED


def _has_lost_footing(visit: Visit, row: ResourceRecord) -> bool:
    """Return whether the metadata is not what a resource was made for."""
    is_other = row.definition.get("metadata", {}) != visit.wanted.metadata
    return visit.resource.rests_on_metadata and is_other


def _refusal(change: Change) -> str:
    def words(reason: Reason) -> str:
        return f"{reason.property} is {reason.rule}" if reason.property else str(reason.rule)

    return f"the change is refused: {', '.join(map(words, change.reasons))}"


def _reason(name: str, problem: CalorError) -> str:
    path: Path = ("resources", name)
    if isinstance(problem, EvaluationError):
        path = problem.path or path
        return f"{format_path(path)}: {problem.message}"
    return f"{format_path(path)}: {problem}"

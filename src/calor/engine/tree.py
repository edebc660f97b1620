"""A tree of stacks in the hands of an engine, and everything that its parts share."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

from calor.core.document.document import Document
from calor.core.document.parse import parse_document
from calor.core.errors import CalorError
from calor.core.source import Report
from calor.core.state import Action
from calor.core.template.analysis import AttributePath
from calor.core.template.checks.request import OPERATOR, KnownTypes
from calor.core.template.environment.environment import Environment, read_environment
from calor.core.template.functions.references import follow
from calor.core.template.parameters.pseudo import StackIdentity, pseudo_parameters
from calor.core.template.parameters.values import in_file, settle
from calor.core.template.reader import read_template
from calor.core.template.scope import StackScope, Yaql, no_yaql
from calor.core.template.template import Template
from calor.core.traversal import Event
from calor.core.values import UNKNOWN, Value
from calor.engine.deliveries import Delivery
from calor.engine.here import World
from calor.engine.jobs import Job
from calor.engine.kinds import Kinds
from calor.engine.ledger import Ledger
from calor.engine.limits import Limits
from calor.engine.stack import Goal, LiveStack, goal_of
from calor.engine.texts import decode
from calor.plugin.nested import inner_path
from calor.store.records import CommandRecord, ResourceRecord, StackRecord


@dataclass(slots=True)
class Library:
    """Texts that were read or are being written, and the templates made of them."""

    texts: dict[str, bytes] = field(default_factory=dict)
    _templates: dict[str, Template] = field(default_factory=dict)
    _values: dict[str, Any] = field(default_factory=dict)

    def template(self, digest: str) -> Template:
        """Return a template; it was checked when it came in."""
        if digest not in self._templates:
            template = read_template(self._document(digest), Report())
            if template is None:
                raise CalorError("a stored template cannot be read")
            self._templates[digest] = template
        return self._templates[digest]

    def value(self, digest: str) -> Any:
        """Return a decoded environment or bundle of files."""
        if digest not in self._values:
            self._values[digest] = decode(self.texts[digest])
        return self._values[digest]

    def imagine(self, value: Any) -> str:
        """Keep a value that is no text, as parts of it are unknown; return what it is called."""
        name = f"imagined-{len(self._values)}"
        self._values[name] = value
        return name

    def copy(self) -> "Library":
        """Return a library in which more can be kept without this one knowing."""
        return Library(dict(self.texts), dict(self._templates), dict(self._values))

    def _document(self, digest: str) -> Document:
        if digest in self.texts:
            return parse_document(self.texts[digest], digest)
        return Document(digest, self._values[digest], lambda _: None)


class ChildAttribute(Protocol):
    """Asks the type of a row that stands for a child stack."""

    def __call__(self, tree: "LiveTree", row: ResourceRecord, path: tuple[Value, ...]) -> Value:
        """Return an attribute."""


@dataclass(slots=True, kw_only=True)
class LiveTree:
    """A root stack with all below it; changed by one runner only."""

    world: World
    kinds: Kinds
    library: Library
    child_attribute: "ChildAttribute"
    """How to ask a stack resource for an attribute; it needs what is built upon this module."""
    run_yaql: Yaql = no_yaql
    limits: Limits = field(default_factory=Limits)
    stacks: dict[str, LiveStack] = field(default_factory=dict)
    children: dict[str, str] = field(default_factory=dict)
    """The stack that stands behind a row, by the ids of both."""
    secrets: dict[str, dict[str, str]] = field(default_factory=dict)
    """What rows keep secret, by the row's id."""
    ledger: Ledger = field(default_factory=Ledger)
    jobs: list[Job] = field(default_factory=list)
    """To be started as soon as what they rest on is saved."""
    busy: dict[str, Job] = field(default_factory=dict)
    """The job that works on a row."""
    postponed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The stack and the node to visit when a busy row is free again."""
    pauses: list[tuple[float, str, str]] = field(default_factory=list)
    """When, in which stack and at which row a child's next phase begins."""
    revisits: deque[tuple[str, str]] = field(default_factory=deque)
    """Stacks and nodes to look at anew."""
    mail: list[CommandRecord] = field(default_factory=list)
    """What waited in the mailbox when the tree was loaded."""
    signals: dict[str, deque[CommandRecord]] = field(default_factory=dict)
    """The signals for each row, in their order; the first of them is being carried out."""
    deliveries: list[Delivery] = field(default_factory=list)
    """Signals to be carried out as soon as what has changed is saved."""
    deadlines: list[tuple[float, str, int]] = field(default_factory=list)
    """When time is up for a stack below the root, and for which traversal of it."""
    events: deque[tuple[str, Event]] = field(default_factory=deque)
    """What has happened without anybody having to wait for it."""

    def imagined(self) -> "LiveTree":
        """Return a tree in which stacks can be exchanged for others, and that is never saved."""
        return LiveTree(
            world=self.world,
            kinds=self.kinds,
            library=self.library.copy(),
            child_attribute=self.child_attribute,
            run_yaql=self.run_yaql,
            limits=self.limits,
            stacks=dict(self.stacks),
            children=dict(self.children),
            secrets={key: dict(one) for key, one in self.secrets.items()},
        )

    def now(self) -> float:
        """Return the time."""
        return self.world.clock.now()

    def child_of(self, row_id: str) -> LiveStack | None:
        """Return the stack that stands behind a row."""
        child = self.children.get(row_id)
        return self.stacks.get(child) if child else None

    def below(self, stack: LiveStack) -> list[LiveStack]:
        """Return all stacks below a stack, those further up first."""
        found, n = [stack], 0
        while n < len(found):
            children = map(self.child_of, found[n].rows)
            found += [child for child in children if child is not None]
            n += 1
        return found[1:]

    def add(self, stack: LiveStack) -> None:
        """Take a stack in."""
        self.stacks[stack.record.id] = stack
        if stack.record.owner_id:
            self.children[stack.record.owner_id] = stack.record.id

    def remove(self, stack: LiveStack) -> None:
        """Let go of a stack that is no more."""
        self.stacks.pop(stack.record.id, None)
        self.children.pop(stack.record.owner_id or "", None)

    def start(self, job: Job) -> None:
        """Have a job carried out once what has changed is saved."""
        self.jobs.append(job)
        self.busy[job.row_id] = job

    def put_row(self, stack: LiveStack, row: ResourceRecord, *, is_new: bool = False) -> None:
        """Change a row, and note that it is to be saved."""
        stack.rows[row.id] = row
        if is_new:
            self.ledger.add_resource(row)
        else:
            self.ledger.put_resource(row)

    def put_record(self, stack: LiveStack, record: StackRecord) -> None:
        """Change a stack's record, and note that it is to be saved."""
        stack.record = record
        self.ledger.put_stack(record)

    def ask_child(self, row: ResourceRecord, path: tuple[Value, ...]) -> Value:
        """Return an attribute of a resource that is a stack of its own."""
        return self.child_attribute(self, row, path)

    def goal(self, record: StackRecord, parent: Mapping[str, Value] | None = None) -> Goal:
        """Return what a stack is to become."""
        template = self.library.template(record.template)
        environment = self._environment(record)
        settled = settle(
            template.parameters,
            environment.parameters,
            environment.parameter_defaults,
            in_file(Report()),
            partial=True,
        )
        identity = StackIdentity(
            name=record.name, id=record.id, arn=arn_of(record), project_id=record.project
        )
        scope = StackScope(
            template=template,
            parameters={**settled, **pseudo_parameters(template.dialect.language, identity)},
            resources=RowValues(self, record.id),
            files=self.library.value(record.files),
            parent=parent,
            run_yaql=self.run_yaql,
        )
        schema_of = partial(self.kinds.schema, environment.registry)
        return goal_of(template, environment, scope, schema_of, self._reads_from_above(record))

    def _reads_from_above(self, record: StackRecord) -> Iterator[tuple[str, AttributePath]]:
        """Return what the parent reads of single resources: `resource.name.attribute`."""
        parent = self.stacks.get(record.parent_id or "")
        owner = parent.rows.get(record.owner_id or "") if parent else None
        if parent is None or owner is None:
            return
        for path in parent.goal.reads.get(owner.name, ()):
            inner = inner_path(path)
            if inner is not None and len(inner) > 1:
                yield str(inner[0]), inner[1:]

    def _environment(self, record: StackRecord) -> Environment:
        environment = read_environment(self.library.value(record.environment), Report())
        known = KnownTypes(self.kinds.types)
        return replace(environment, registry=environment.registry.under(OPERATOR, known))


@dataclass(frozen=True, slots=True)
class RowValues:
    """What is known of a stack's resources: what their rows say; null where nothing is there.

    Nothing is known of a stack that is only being read.
    """

    tree: LiveTree
    stack_id: str

    def reference(self, resource: str) -> Value:
        """Return a resource's reference id."""
        stack = self.tree.stacks.get(self.stack_id)
        if stack is None:
            return UNKNOWN
        row = stack.row(resource)
        return row.notes.get("reference", row.name) if row else None

    def attribute(self, resource: str, path: tuple[Value, ...]) -> Value:
        """Return an attribute, or what lies along a path in it."""
        stack = self.tree.stacks.get(self.stack_id)
        if stack is None:
            return UNKNOWN
        row = stack.row(resource)
        if row is None or row.action in (Action.INIT, Action.DELETE):
            return None
        child = self.tree.child_of(row.id)
        if child is not None:
            return self.tree.ask_child(row, path)
        if not path:
            return {name: value for name, value in row.attributes.items() if name != "show"}
        return follow(row.attributes, path, None, digits=False)


def texts_of(record: StackRecord) -> tuple[str, ...]:
    """Return the names of all texts that work on a stack may need."""
    return (record.template, record.environment, record.files, *(record.previous or ()))


def arn_of(record: StackRecord) -> str:
    """Return the name that CloudFormation gives a stack."""
    return f"arn:openstack:heat::{record.project}:stacks/{record.name}/{record.id}"

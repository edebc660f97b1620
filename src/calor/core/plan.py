"""Decide what becomes of each resource, with a reason for it.

Update, preview and check all ask `decide`; the order of the rules is the order
in which they win.
"""

from collections.abc import Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from enum import StrEnum

from calor.core.schema.model import TypeSchema
from calor.core.schema.properties import changed
from calor.core.state import Action, Status
from calor.core.values import Value, has_unknown


class Kind(StrEnum):
    """What becomes of a resource."""

    KEEP = "keep"
    CREATE = "create"
    UPDATE = "update"
    REPLACE = "replace"
    DELETE = "delete"
    REFUSE = "refuse"


class Rule(StrEnum):
    """Why, in a word."""

    NEW = "new"
    UNCHANGED = "unchanged"
    REMOVED = "removed"
    EXTERNAL = "external"
    TYPE = "type"
    FAILED = "failed"
    UNFINISHED = "unfinished"
    IMMUTABLE = "immutable"
    NOT_UPDATABLE = "not updatable"
    UPDATABLE = "updatable"
    DEMANDED = "demanded by the type"
    DEFINITION = "definition"
    RESTRICTED = "restricted"
    CHILD = "child stack"


@dataclass(frozen=True, slots=True)
class Reason:
    """One cause of a change: a property with its old and new value, or none."""

    rule: Rule
    property: str | None = None
    old: Value = None
    new: Value = None


@dataclass(frozen=True, slots=True)
class Change:
    """What becomes of one resource."""

    kind: Kind
    reasons: tuple[Reason, ...] = ()

    @property
    def changed(self) -> frozenset[str]:
        """The properties that differ."""
        return frozenset(one.property for one in self.reasons if one.property is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A resource as the template wants it; values that nobody knows yet are unknown."""

    type: str
    properties: Mapping[str, Value] = field(default_factory=dict)
    metadata: Mapping[str, Value] = field(default_factory=dict)
    definition: Mapping[str, Value] = field(default_factory=dict)
    """Policies, `depends_on` and the like."""
    external_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Existing(Wanted):
    """A resource as it was made or last changed."""

    action: Action
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """What a type says beyond its schema; the defaults say nothing."""

    schema: TypeSchema
    old_schema: TypeSchema | None = None
    demands_replacement: bool = False
    survives_failure: bool = False


def decide(
    old: Existing | None, new: Wanted, judge: Judge, restricted: AbstractSet[str] = frozenset()
) -> Change:
    """Return what becomes of a resource that the template wants."""
    change = _decide(old, new, judge)
    verb = {Kind.UPDATE: "update", Kind.REPLACE: "replace"}.get(change.kind)
    if verb in restricted:
        return Change(Kind.REFUSE, (Reason(Rule.RESTRICTED), *change.reasons))
    return change


def _decide(old: Existing | None, new: Wanted, judge: Judge) -> Change:
    if old is None or (old.action is Action.INIT and old.status is Status.COMPLETE):
        return Change(Kind.CREATE, (Reason(Rule.NEW),))
    if old.external_id or new.external_id:
        same = old.external_id == new.external_id
        return Change(Kind.KEEP if same else Kind.REFUSE, (Reason(Rule.EXTERNAL),))
    if old.type != new.type and new.type not in _successors(judge):
        return Change(Kind.REPLACE, (Reason(Rule.TYPE, None, old.type, new.type),))
    if _is_spoilt(old, judge):
        return Change(Kind.REPLACE, (Reason(Rule.FAILED),))
    if old.action is Action.DELETE:
        return Change(Kind.CREATE, (Reason(Rule.NEW),))
    return _compare(old, new, judge)


def _successors(judge: Judge) -> tuple[str, ...]:
    return judge.old_schema.becomes if judge.old_schema else ()


def _is_spoilt(old: Existing, judge: Judge) -> bool:
    if old.status is not Status.FAILED or old.action is Action.DELETE:
        return False
    return old.action is Action.CHECK or not judge.survives_failure


def _compare(old: Existing, new: Wanted, judge: Judge) -> Change:
    reasons = tuple(_property_reasons(old, new, judge.schema))
    rules = {one.rule for one in reasons}
    if Rule.IMMUTABLE in rules:
        return Change(Kind.REFUSE, reasons)
    if judge.demands_replacement:
        return Change(Kind.REPLACE, (Reason(Rule.DEMANDED), *reasons))
    if Rule.NOT_UPDATABLE in rules:
        return Change(Kind.REPLACE, reasons)
    if reasons:
        return Change(Kind.UPDATE, reasons)
    if old.metadata != new.metadata or old.definition != new.definition:
        return Change(Kind.UPDATE, (Reason(Rule.DEFINITION),))
    return Change(Kind.KEEP, (Reason(Rule.UNCHANGED),))


def _property_reasons(old: Existing, new: Wanted, schema: TypeSchema) -> Iterator[Reason]:
    for name in sorted(changed(schema.properties, old.properties, new.properties)):
        known = schema.properties[name]
        if known.immutable:
            rule = Rule.IMMUTABLE
        else:
            rule = Rule.UPDATABLE if known.update_allowed else Rule.NOT_UPDATABLE
        yield Reason(rule, name, old.properties.get(name), new.properties.get(name))


def is_certain(change: Change) -> bool:
    """Return whether no reason rests on a value that nobody knows yet."""
    return not any(has_unknown(one.new) for one in change.reasons)

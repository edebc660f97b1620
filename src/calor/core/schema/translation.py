"""Apply a type's translation rules: old names keep working, names become ids.

Given values are never changed in place; a map is copied where a rule touches it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from calor.core.errors import CalorError
from calor.core.schema.coercion import Misfit, as_string
from calor.core.schema.model import Move, Property, Status, Translation, TypeSchema
from calor.core.schema.properties import Note
from calor.core.source import Path, Severity, format_path
from calor.core.values import ABSENT, UNKNOWN, Value

Find: TypeAlias = Callable[[str, str], str]
"""Takes a kind of object and its name or id; returns the id or raises a `CalorError`."""

Record: TypeAlias = dict[str, Value]
Action: TypeAlias = Callable[[Record, Path], Record]

ORDER = (Move.ADD, Move.REPLACE, Move.RESOLVE, Move.DELETE)


@dataclass(frozen=True, slots=True)
class Translated:
    """Properties under their present names, and where the moved ones were written."""

    values: Mapping[str, Value]
    moved: Mapping[Path, Path] = field(default_factory=dict)

    def origin(self, path: Path) -> Path:
        """Return where the author wrote what now stands at a path."""
        if not self.moved:
            return path
        for end in range(len(path), 0, -1):
            if (source := self.moved.get(path[:end])) is not None:
                return source + path[end:]
        return path


def translate(
    schema: TypeSchema, given: Mapping[str, Value], note: Note, find: Find | None = None
) -> Translated:
    """Return given properties as the type's translation rules want them."""
    rules = [one for one in schema.translations if _is_due(one, given, find)]
    if not rules:
        return Translated(given)
    work = _Work(schema, note, find or _as_it_is)
    values: Value = dict(given)
    for rule in sorted(rules, key=lambda one: ORDER.index(one.move)):
        values = _apply(values, rule.path[:-1], (), work.action(rule, values))
    return Translated(values, work.moved)


def wanted(schema: TypeSchema, given: Mapping[str, Value]) -> set[tuple[str, str]]:
    """Return which kinds and names a `find` will be asked for, to look them all up beforehand."""
    asked: set[tuple[str, str]] = set()

    def ask(kind: str, name: str) -> str:
        asked.add((kind, name))
        return name

    translate(schema, given, _in_silence, ask)
    return asked


@dataclass(frozen=True, slots=True)
class _Work:
    """One resource's translation."""

    schema: TypeSchema
    note: Note
    find: Find
    moved: dict[Path, Path] = field(default_factory=dict)

    def action(self, rule: Translation, values: Record) -> Action:
        """Return what a rule does to each map where its last step stands."""
        match rule.move:
            case Move.REPLACE | Move.ADD:
                return lambda holder, path: self._take(rule, holder, path)
            case Move.DELETE:
                return lambda holder, path: self._drop(rule.path[-1:], holder, path)
            case Move.RESOLVE:
                kind = _kind(rule.lookup, values)
                return lambda holder, path: self._resolve(kind, rule.path[-1], holder, path)

    def _take(self, rule: Translation, holder: Record, path: Path) -> Record:
        old = _read(holder, rule.source)
        if old is ABSENT:
            return holder
        name = rule.path[-1]
        rest = self._drop(rule.source, holder, path, instead=name)
        if rule.move is Move.ADD:
            return _added(rule, old, rest)
        self.moved[(*path, name)] = (*path, *rule.source)
        return {**rest, name: self._chosen(rule, old, rest.get(name), path)}

    def _chosen(self, rule: Translation, old: Value, new: Value, path: Path) -> Value:
        if old is UNKNOWN or new is UNKNOWN:
            return UNKNOWN
        if old and new:
            names = f"{rule.path[-1]!r} and {format_path(rule.source)!r}"
            message = f"{names} mean the same and cannot both be given"
            self.note(Severity.ERROR, (*path, *rule.source), message, "keep one of them")
        return new or old

    def _drop(
        self, source: tuple[str, ...], holder: Record, path: Path, instead: str | None = None
    ) -> Record:
        if source[0] not in holder:
            return holder
        if len(source) == 1:
            self._warn(source[0], path, instead)
        return _without(holder, source)

    def _resolve(self, kind: str | None, name: str, holder: Record, path: Path) -> Record:
        value = holder.get(name)
        if kind is None or value is None or value is UNKNOWN or not value:
            return holder
        return {**holder, name: self._found(kind, value, (*path, name))}

    def _found(self, kind: str, value: Value, path: Path) -> Value:
        if isinstance(value, list):
            return [self._found(kind, one, (*path, index)) for index, one in enumerate(value)]
        try:
            return self.find(kind, as_string(value))
        except Misfit:
            return value
        except CalorError as problem:
            self.note(Severity.ERROR, path, str(problem), None)
            return UNKNOWN

    def _warn(self, name: str, path: Path, instead: str | None) -> None:
        names = (*(step for step in path if isinstance(step, str)), name)
        known = property_at(self.schema.properties, names)
        if known is None or known.support.status is Status.SUPPORTED:
            return
        message = f"the property {name!r} is {known.support.status.lower()}"
        hint = known.support.message or (f"use {instead!r}" if instead else "leave it out")
        self.note(Severity.WARNING, (*path, name), message, hint)


def property_at(schema: Mapping[str, Property], names: tuple[str, ...]) -> Property | None:
    """Return the property at a path of names, which passes through lists unseen."""
    known = schema.get(names[0])
    for name in names[1:]:
        while known is not None and known.items is not None:
            known = known.items
        known = known.fields.get(name) if known is not None and known.fields else None
    return known


def _is_due(rule: Translation, given: Mapping[str, Value], find: Find | None) -> bool:
    """Tell rules with nothing to do by the first name they look at; most are such."""
    if rule.move is Move.RESOLVE:
        return find is not None
    inside = len(rule.path) > 1 or not rule.source
    return (rule.path[0] if inside else rule.source[0]) in given


def _apply(value: Value, steps: tuple[str, ...], path: Path, action: Action) -> Value:
    """Act on every map at the end of the steps; whatever else is there, the check will tell."""
    if isinstance(value, list):
        return [_apply(one, steps, (*path, at), action) for at, one in enumerate(value)]
    if not isinstance(value, dict):
        return value
    if not steps:
        return action(value, path)
    inner = value.get(steps[0])
    if not isinstance(inner, dict | list):
        return value
    return {**value, steps[0]: _apply(inner, steps[1:], (*path, steps[0]), action)}


def _read(holder: Record, steps: tuple[str, ...]) -> Value:
    value: Value = holder
    for step in steps:
        if not isinstance(value, dict) or step not in value:
            return ABSENT
        value = value[step]
    return value


def _without(holder: Record, steps: tuple[str, ...]) -> Record:
    if len(steps) > 1 and isinstance(holder.get(steps[0]), dict):
        return {**holder, steps[0]: _without(holder[steps[0]], steps[1:])}
    return {name: value for name, value in holder.items() if name != steps[0]}


def _added(rule: Translation, value: Value, holder: Record) -> Record:
    """Append a value to the list it belongs to; an empty one leaves the list's default alone."""
    name, present = rule.path[-1], holder.get(rule.path[-1])
    if value is UNKNOWN or present is UNKNOWN:
        return {**holder, name: UNKNOWN}
    if not value:
        return holder
    added = value if isinstance(value, list) else [{rule.field: value} if rule.field else value]
    return {**holder, name: [*(present if isinstance(present, list) else ()), *added]}


def _kind(lookup: str, values: Record) -> str | None:
    """Fill a property's value into a lookup's name; an unknown one cannot be looked up."""
    head, brace, rest = lookup.partition("{")
    if not brace:
        return lookup
    name, _, tail = rest.partition("}")
    value = values.get(name)
    return f"{head}{value}{tail}" if isinstance(value, str) else None


def _as_it_is(_: str, name: str) -> str:
    return name


def _in_silence(*_: object) -> None:
    """Note nothing."""

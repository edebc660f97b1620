"""Check a resource's resolved properties against its type and give them their types.

Everything that is wrong is noted at once.  Nothing is ever said about an unknown
value, and a value that was found wrong becomes unknown, so that nobody who works
with the result complains about it a second time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from calor.core.schema.coercion import EMPTY, SCALARS, Misfit, split
from calor.core.schema.constraints import Lookup, anything
from calor.core.schema.model import Kind, Property, Status
from calor.core.source import Hint, Path, Severity, did_you_mean, shorten
from calor.core.values import ABSENT, UNKNOWN, Value, has_unknown

Note: TypeAlias = Callable[[Severity, Path, str, Hint], None]
"""Takes severity, path below the properties, message and hint of one problem."""

FEW: Final = 12
"""So many names may be listed in a hint."""

MANY: Final = 20
"""So many misspelt names are worth a guess each."""


def check_properties(
    schema: Mapping[str, Property],
    given: Mapping[str, Value],
    note: Note,
    lookup: Lookup = anything,
) -> dict[str, Value]:
    """Return given properties typed and with defaults filled in; note what is wrong."""
    return Checker(note, lookup).fields(schema, given, ())


def changed(
    schema: Mapping[str, Property], before: Mapping[str, Value], after: Mapping[str, Value]
) -> set[str]:
    """Return the properties whose typed values differ or may turn out to differ."""
    return {
        name for name in schema if (new := after.get(name)) != before.get(name) or has_unknown(new)
    }


@dataclass(frozen=True, slots=True)
class Checker:
    """Walks values and schema side by side."""

    note: Note
    lookup: Lookup

    def fields(
        self, schema: Mapping[str, Property], given: Mapping[str, Value], path: Path
    ) -> dict[str, Value]:
        """Check the fields of a map that has a schema."""
        typed: dict[str, Value] = {}
        strangers = []
        for name, value in given.items():
            known = schema.get(name)
            if known is None:
                strangers.append(name)
            elif value is not ABSENT:
                typed[name] = self.value(known, value, (*path, name))
                if known.support.status is not Status.SUPPORTED or not known.implemented:
                    self._discourage(known, name, (*path, name))
        if strangers:
            self._refuse(strangers, schema, path)
        if len(typed) < len(schema):
            self._fill(schema, typed, path)
        return typed

    def value(self, known: Property, value: Value, path: Path) -> Value:
        """Check one value."""
        if value is UNKNOWN:
            return value
        if value is None and (value := _meant_by_null(known)) is None:
            return None
        typed = self._typed(known, value, path)
        if known.constraints and typed is not UNKNOWN:
            return self._constrained(known, typed, path)
        return typed

    def _typed(self, known: Property, value: Value, path: Path) -> Value:
        try:
            scalar = SCALARS.get(known.kind)
            typed = scalar(value) if scalar else self._container(known, value, path)
        except Misfit as misfit:
            message = f"expected {misfit.expected}" if known.hidden else str(misfit)
            self.note(Severity.ERROR, path, message, misfit.hint)
            return UNKNOWN
        if typed is not value and isinstance(value, float) and typed != value:
            self.note(Severity.WARNING, path, f"{value} is cut off to {typed}", None)
        return typed

    def _container(self, known: Property, value: Value, path: Path) -> Value:
        match known.kind:
            case Kind.MAP:
                return self._map(known, value, path)
            case Kind.LIST:
                return self._list(known, value, path)
            case _:
                return value

    def _map(self, known: Property, value: Value, path: Path) -> Value:
        if isinstance(value, dict):
            return self.fields(known.fields, value, path) if known.fields is not None else value
        if known.convertible and isinstance(value, str | list):
            return value
        raise Misfit("a map", value)

    def _list(self, known: Property, value: Value, path: Path) -> Value:
        if known.convertible and isinstance(value, str):
            value = split(value)
        if not isinstance(value, list | tuple):
            raise Misfit("a list", value)
        if (item := known.items) is None:
            return list(value)
        return [self.value(item, one, (*path, index)) for index, one in enumerate(value)]

    def _constrained(self, known: Property, typed: Value, path: Path) -> Value:
        if isinstance(typed, list | dict) and has_unknown(typed):
            return typed
        found = [one.problem(typed, self.lookup) for one in known.constraints]
        for problem in filter(None, found):
            self.note(Severity.ERROR, path, problem, None)
        return UNKNOWN if any(found) else typed

    def _fill(self, schema: Mapping[str, Property], typed: dict[str, Value], path: Path) -> None:
        for name, known in schema.items():
            if name in typed:
                continue
            if known.default is not None:
                typed[name] = self._default(known, (*path, name))
            elif known.required:
                self.note(Severity.ERROR, path, f"the required property {name!r} is missing", None)

    def _default(self, known: Property, path: Path) -> Value:
        """Trust a scalar to fulfil its own constraints, which saves half of the work."""
        if known.kind in SCALARS:
            return self._typed(known, known.default, path)
        return self.value(known, None, path)

    def _refuse(self, strangers: list[str], schema: Mapping[str, Property], path: Path) -> None:
        offered = [name for name, one in schema.items() if _is_offered(one)]
        listing = f"there are {', '.join(offered)}" if 0 < len(offered) <= FEW else None
        for name in strangers[:MANY]:
            hint = partial(_meant, name, offered, listing)
            self.note(Severity.ERROR, (*path, name), f"unknown property {shorten(name)}", hint)
        if (rest := len(strangers) - MANY) > 0:
            self.note(Severity.ERROR, path, f"{rest} more unknown properties", listing)

    def _discourage(self, known: Property, name: str, path: Path) -> None:
        if not known.implemented:
            self.note(
                Severity.ERROR, path, f"the property {name!r} is not implemented", "leave it out"
            )
            return
        since = f" since {known.support.since}" if known.support.since else ""
        status = known.support.status.lower()
        message = f"the property {name!r} is {status}{since}"
        self.note(Severity.WARNING, path, message, known.support.message)


def _meant_by_null(known: Property) -> Value:
    """Return the default, but the empty value of the right kind where the default is empty."""
    empty = EMPTY.get(known.kind)
    return known.default or (empty() if empty else known.default)


def _meant(name: str, offered: list[str], listing: str | None) -> str | None:
    return did_you_mean(name, offered) or listing


def _is_offered(known: Property) -> bool:
    return known.implemented and known.support.status is not Status.HIDDEN

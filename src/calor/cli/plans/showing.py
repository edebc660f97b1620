"""Show a plan: resource by resource, property by property, and why."""

from collections.abc import Iterator
from itertools import islice, takewhile, zip_longest
from typing import Any, Final

import click

from calor.cli.excerpts import cut, printable
from calor.cli.output.tables import text_of
from calor.cli.plans.reading import Cause, Kind, Plan, Planned

MARKS: Final = {
    Kind.CREATE: ("+", "green"),
    Kind.UPDATE: ("~", "yellow"),
    Kind.REPLACE: ("±", "magenta"),
    Kind.DELETE: ("-", "red"),
    Kind.REFUSE: ("!", "red"),
    Kind.KEEP: (" ", None),
}

WHY: Final = {
    "immutable": "cannot be changed once it is made",
    "not updatable": "cannot be changed in place",
    "updatable": "",
    "type": "it is of another type",
    "failed": "it failed before",
    "unfinished": "it was never finished",
    "removed": "the template does not have it any more",
    "child stack": "something in its child stack changes",
    "definition": "its definition changes",
    "restricted": "the environment forbids it",
    "demanded by the type": "its type demands it",
    "external": "it is not managed by the stack",
    "new": "",
}
"""Rules in words; a rule that is not here is shown as it is."""

LONGEST_VALUE: Final = 60
BEFORE: Final = 20
"""How much of what is the same is shown before a difference."""
SHOWN: Final = 20
"""How many differences inside one property are shown."""
COUNTED: Final = (
    (Kind.CREATE, "to create"),
    (Kind.UPDATE, "to update"),
    (Kind.REPLACE, "to replace"),
    (Kind.DELETE, "to delete"),
    (Kind.REFUSE, "refused"),
    (Kind.KEEP, "unchanged"),
)


def show_plan(plan: Plan) -> None:
    """Print what changes, and a line that sums it up."""
    for planned in plan.planned:
        if planned.kind is not Kind.KEEP:
            for line in _lines(planned):
                click.echo(line)
    if not plan.tells_why and not plan.is_empty:
        click.echo(click.style("This service does not tell which properties change.", dim=True))
    click.echo(sum_of(plan))


def sum_of(plan: Plan) -> str:
    """Return a plan in a line."""
    counts = [f"{n} {words}" for kind, words in COUNTED if (n := plan.count(kind))]
    if plan.is_empty:
        return "Nothing changes." if plan.planned else "There is nothing to do."
    return f"Plan: {', '.join(counts)}."


def as_items(plan: Plan) -> list[dict[str, Any]]:
    """Return a plan for programs."""
    return [
        {
            "resource": "/".join(one.path),
            "type": one.type,
            "change": str(one.kind),
            "reasons": [
                {
                    "rule": why.rule,
                    "property": why.property,
                    "old": why.old,
                    "new": why.new,
                    "is_known": why.is_known,
                }
                for why in one.causes
            ],
        }
        for one in plan.planned
    ]


def shown_type(name: str) -> str:
    """Return a type as people know it: a template by the name of its file."""
    return printable(name.rpartition("/")[2] if name.startswith("file://") else name)


def _lines(planned: Planned) -> Iterator[str]:
    mark, colour = MARKS[planned.kind]
    name = printable("/".join(planned.path))
    head = click.style(f"{mark} {planned.kind:7}", fg=colour, bold=True)
    yield f"{head}  {name}  {click.style(shown_type(planned.type), dim=True)}".rstrip()
    for cause in planned.causes:
        yield from (f"{' ' * 13}{line}" for line in _why(cause))


def _why(cause: Cause) -> Iterator[str]:
    words = WHY.get(cause.rule, cause.rule)
    if cause.property is None:
        detail = cause.new if isinstance(cause.new, str) else ""
        if text := ": ".join(filter(None, (words, detail))):
            yield click.style(printable(text), dim=True)
        return
    note = click.style(f"  ({words})", dim=True) if words else ""
    if not cause.is_known:
        later = click.style("known later", dim=True)
        yield f"{printable(cause.property)}: {_value(cause.old)} → {later}{note}"
        return
    for place, old, new in islice(differences(cause.property, cause.old, cause.new), SHOWN):
        before, after = _apart(old, new)
        yield f"{printable(place)}: {before} → {after}{note}"


def differences(place: str, old: Any, new: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the places in a value that differ, so that a large one need not be read."""
    if isinstance(old, dict) and isinstance(new, dict) and old and new:
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                yield from differences(f"{place}.{key}", old.get(key), new.get(key))
    elif isinstance(old, list) and isinstance(new, list) and _are_alike(old, new):
        for n, (one, other) in enumerate(zip_longest(old, new)):
            if one != other:
                yield from differences(f"{place}[{n}]", one, other)
    else:
        yield place, old, new


def _are_alike(old: list[Any], new: list[Any]) -> bool:
    """Return whether two lists are as long, or differ only in what is added to the end."""
    common = min(len(old), len(new))
    return len(old) == len(new) or (common > 0 and old[:common] == new[:common])


def _apart(old: Any, new: Any) -> tuple[str, str]:
    """Return two values as they are shown; if that were the same, from where they differ."""
    before, after = _value(old), _value(new)
    if before == after and old is not None and new is not None:
        texts = text_of(old), text_of(new)
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(*texts, strict=False))
        start = max(0, len(list(alike)) - BEFORE)
        before, after = (_value(f"...{one[start:]}") for one in texts)
    return before, after


def _value(value: Any) -> str:
    if value is None:
        return click.style("nothing", dim=True)
    return printable(cut(text_of(value), LONGEST_VALUE))

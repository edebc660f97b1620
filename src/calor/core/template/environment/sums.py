"""Add up two values of one parameter: what the merge strategies do."""

from collections.abc import Mapping

from calor.core.template.parameters.coercion import Misfit, as_json, as_list, as_number, as_text
from calor.core.template.parameters.declaration import ParameterKind
from calor.core.values import Value, kind_of


def add(kind: ParameterKind, earlier: Value, later: Value, *, deep: bool) -> Value:
    """Return the sum of two values; raise `Misfit` where there is none."""
    match kind:
        case ParameterKind.STRING:
            return as_text(earlier) + as_text(later)
        case ParameterKind.NUMBER:
            return as_number(as_number(earlier) + as_number(later))
        case ParameterKind.LIST:
            return _add_lists(earlier, later)
        case ParameterKind.JSON:
            return _add_json(as_json(earlier), as_json(later), deep=deep)
        case ParameterKind.BOOLEAN:
            raise Misfit("booleans have no sum; use the strategy overwrite")


def _add_lists(earlier: Value, later: Value) -> Value:
    if not earlier:
        return later
    if isinstance(earlier, str) and isinstance(later, str):
        return f"{earlier},{later}"
    return as_list(earlier) + as_list(later)


def _add_json(earlier: Value, later: Value, *, deep: bool) -> Value:
    match earlier, later:
        case dict(), dict():
            return _add_maps(earlier, later, deep=deep)
        case list(), list():
            return earlier + later
        case _ if not earlier or not later:
            return later or earlier
        case _:
            raise Misfit(f"a {kind_of(earlier)} and a {kind_of(later)} have no sum")


def _add_maps(
    earlier: Mapping[str, Value], later: Mapping[str, Value], *, deep: bool
) -> dict[str, Value]:
    total = dict(earlier)
    for key, value in later.items():
        if value is not None:
            total[key] = _add_inner(total.get(key), value) if deep else value
    return total


def _add_inner(earlier: Value, later: Value) -> Value:
    match earlier, later:
        case dict(), dict():
            return _add_maps(earlier, later, deep=True)
        case (list(), list()) | (str(), str()):
            return earlier + later
        case _:
            return later

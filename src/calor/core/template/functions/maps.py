"""Functions over maps."""

from calor.core.errors import EvaluationError
from calor.core.source import shorten
from calor.core.template.function import pure
from calor.core.template.functions.expected import expect_map, expect_text
from calor.core.template.functions.text import scalar_text
from calor.core.values import UNKNOWN, Value


@pure("map_merge", "[map, map...]", partial=True, computed=True)
def map_merge(*maps: Value) -> Value:
    """Merge maps, of which later ones win; null counts as an empty one."""
    merged: dict[str, Value] = {}
    for one in maps:
        merged |= map_or_empty(one, "each argument")
    return merged


@pure(
    "map_replace",
    "[map, {keys: {old: new}, values: {old: new}}]",
    partial=True,
    computed=True,
)
def map_replace(original: Value, replacements: Value, /) -> Value:
    """Replace keys and scalar values of a map."""
    given = map_or_empty(replacements, "the second argument")
    if given.keys() - {"keys", "values"}:
        raise EvaluationError("the second argument may have the keys 'keys' and 'values' only")
    keys, values = given.get("keys"), given.get("values")
    if keys is UNKNOWN or values is UNKNOWN:
        return UNKNOWN
    return replaced(
        map_or_empty(original, "the first argument"),
        map_or_empty(keys, "keys"),
        map_or_empty(values, "values"),
    )


def replaced(original: dict[str, Value], keys: dict[str, Value], values: dict[str, Value]) -> Value:
    """Return a map with keys and values replaced; two keys must not become one."""
    result: dict[str, Value] = {}
    for old, value in original.items():
        new = keys.get(old)
        if new is UNKNOWN:
            return UNKNOWN
        key = old if new is None else new_key(new)
        if new is not None and ((key in original and key != old) or key in result):
            raise EvaluationError(
                f"the key {shorten(old)} cannot become {shorten(key)}: there is one already"
            )
        result[key] = value if isinstance(value, dict | list) else values.get(value, value)
    return result


def new_key(value: Value) -> str:
    """Return a key; JSON writes numbers as strings there, and so do we."""
    return scalar_text(value) if isinstance(value, int | float) else expect_text(value, "new keys")


def map_or_empty(value: Value, what: str) -> dict[str, Value]:
    """Return a map; null is an empty one."""
    return {} if value is None else expect_map(value, what)

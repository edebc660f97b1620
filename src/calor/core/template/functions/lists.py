"""Functions over lists."""

from collections.abc import Hashable

from calor.core.errors import EvaluationError
from calor.core.template.function import pure
from calor.core.template.functions.expected import expect_count, expect_list, expect_text
from calor.core.values import UNKNOWN, Value, has_unknown, kind_of


@pure("list_concat", "[[items], [items]...]", partial=True, computed=True)
def list_concat(*lists: Value) -> Value:
    """Put lists behind each other; null counts as an empty one."""
    return concatenated(lists)


@pure("list_concat_unique", "[[items], [items]...]", computed=True)
def list_concat_unique(*lists: Value) -> Value:
    """Put lists behind each other and keep the first of equal items."""
    first: dict[Hashable, Value] = {}
    for item in concatenated(lists):
        first.setdefault(frozen(item), item)
    return list(first.values())


def concatenated(lists: tuple[Value, ...]) -> list[Value]:
    """Return the items of all lists."""
    known = [expect_list(one, "each argument") for one in lists if one is not None]
    expect_count(sum(map(len, known)))
    return [item for one in known for item in one]


def frozen(value: Value) -> Hashable:
    """Return something hashable that is equal exactly if the values are."""
    match value:
        case dict():
            return dict, frozenset((key, frozen(one)) for key, one in value.items())
        case list():
            return list, tuple(map(frozen, value))
        case _:
            scalar: Hashable = value
            return scalar


@pure("filter", "[[values to drop], [items]]")
def filter_(values: Value, items: Value, /) -> Value:
    """Drop the items that equal one of the values; nothing to drop, or from, is fine."""
    if not items:
        return items
    kept = expect_list(items, "what is to be filtered")
    if not values:
        return kept
    dropped = {frozen(one) for one in expect_list(values, "the values to drop")}
    return [item for item in kept if frozen(item) not in dropped]


@pure("contains", "[value, sequence]", partial=True)
def contains(value: Value, sequence: Value, /) -> Value:
    """Return whether a list has an equal item, or a string the other in it."""
    match sequence:
        case str():
            return expect_text(value, "what is looked for in a string") in sequence
        case list():
            if not has_unknown(value) and value in sequence:
                return True
            return UNKNOWN if has_unknown([value, sequence]) else False
        case _:
            raise EvaluationError(
                f"the sequence must be a list or a string, not {kind_of(sequence)}"
            )

"""Functions that make text."""

from calor.core.errors import EvaluationError
from calor.core.template.function import pure
from calor.core.values import Value, kind_of


@pure("list_join", "[delimiter, [items]]")
def list_join(delimiter: Value, items: Value) -> Value:
    """Join the items of one list; null counts as empty text, and as an empty list."""
    if not isinstance(delimiter, str):
        raise EvaluationError(
            f"list_join: the delimiter must be a string, not {kind_of(delimiter)}"
        )
    if not isinstance(items, list | None):
        raise EvaluationError(f"list_join: expected a list, not {kind_of(items)}")
    return delimiter.join("" if item is None else str(item) for item in items or ())

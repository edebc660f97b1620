"""Read JSON that anybody may have sent."""

import json
from typing import Any


def decoded(text: str | bytes) -> Any:
    """Return what JSON holds; whatever is wrong with it is a `ValueError`."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deep") from None


def as_map(value: Any) -> dict[str, Any]:
    """Return a map, empty if the value is none."""
    return value if isinstance(value, dict) else {}


def maps_in(value: Any) -> list[dict[str, Any]]:
    """Return the maps in a list; what is no list has none."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []

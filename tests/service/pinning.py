"""The served description of the API, with places filled in by what is really there."""

from collections.abc import Mapping
from typing import Any

DEADLY = {("delete", "/stacks/{stack_name}/{stack_id}"), ("delete", "/abandon")}
"""What would take away the stack that everything else is tried on."""


def pinned(document: dict[str, Any], project: str, real: Mapping[str, str]) -> dict[str, Any]:
    """Return a description whose places often hold what is there, and whose project is fixed."""
    paths = {}
    for path, operations in document["paths"].items():
        known = {
            method: _pinned(one, {} if _is_deadly(method, path) else real)
            for method, one in operations.items()
        }
        paths[path.replace("{project}", project)] = known
    return {**document, "paths": paths}


def _is_deadly(method: str, path: str) -> bool:
    return any(method == verb and path.endswith(end) for verb, end in DEADLY)


def _pinned(operation: dict[str, Any], real: Mapping[str, str]) -> dict[str, Any]:
    places = [
        _filled(one, real)
        for one in operation["parameters"]
        if (one["in"], one["name"]) != ("path", "project")
    ]
    return {**operation, "parameters": places}


def _filled(place: dict[str, Any], real: Mapping[str, str]) -> dict[str, Any]:
    value = real.get(place["name"])
    if place["in"] != "path" or value is None:
        return place
    return {**place, "schema": {"anyOf": [{"enum": [value]}, place["schema"]]}}

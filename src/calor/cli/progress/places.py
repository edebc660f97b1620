"""Where in the author's files a resource stands, however deep it is nested."""

from collections.abc import Iterator, Mapping
from typing import Any

from calor.client.files import Collected
from calor.core.document.document import Document
from calor.core.source import Path, Position

SECTIONS = ("resources", "Resources")
GROUPED = (("resource_def", "type"), ("resource", "type"))
"""Where types that make many of one kind say what of."""


def place_of(collected: Collected, path: tuple[str, ...]) -> tuple[Position | None, Path]:
    """Return the place of a resource, or of the nearest one around it, and its path there."""
    document, best = collected.template.document, None
    where: Path = ()
    names = list(path)
    while document is not None and names:
        name = names.pop(0)
        section, definition = _definition(document, name)
        if definition is None:
            break
        where = (section, name)
        best = document.locate(where)
        kind = definition.get("type", definition.get("Type"))
        if (grouped := _grouped(definition)) is not None:
            kind, names = grouped, names[1:]
        document = _document(collected, kind)
    return best, where


def _definition(document: Document, name: str) -> tuple[str, Mapping[str, Any] | None]:
    for section in SECTIONS:
        found = document.value.get(section)
        if isinstance(found, dict) and isinstance(found.get(name), dict):
            return section, found[name]
    return "", None


def _grouped(definition: Mapping[str, Any]) -> Any:
    properties = definition.get("properties")
    for outer, inner in GROUPED:
        found = properties.get(outer) if isinstance(properties, dict) else None
        if isinstance(found, dict) and inner in found:
            return found[inner]
    return None


def _document(collected: Collected, kind: Any) -> Document | None:
    """Return the template that a type stands for, by its address or by an environment."""
    for registry in _registries(collected):
        if isinstance(kind, str) and isinstance(registry.get(kind), str):
            kind = registry[kind]
            break
    file = collected.files.get(kind) if isinstance(kind, str) else None
    return file.document if file else None


def _registries(collected: Collected) -> Iterator[Mapping[str, Any]]:
    """Yield what environments map types to; later environments win."""
    for environment in reversed(collected.environments):
        registry = environment.document and environment.document.value.get("resource_registry")
        if isinstance(registry, dict):
            yield registry

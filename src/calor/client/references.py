"""Where a template or an environment names other files, by heatclient's rules."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from calor.client.addresses import folder_of, resolve
from calor.core.source import Path

TEMPLATE_ENDINGS = (".yaml", ".template")
NOT_TYPES = frozenset({"base_url", "hooks", "restricted_actions"})


@dataclass(frozen=True, slots=True)
class Reference:
    """A file named at a place of a document; `must_be_template` unless it is `get_file`'s."""

    path: Path
    text: str
    address: str
    must_be_template: bool


def template_references(value: Mapping[str, Any], address: str) -> Iterator[Reference]:
    """Yield, in order, each `get_file` and each `type` that is a template's name."""
    return _below(value, folder_of(address), ())


def _below(value: Any, folder: str, path: Path) -> Iterator[Reference]:
    for key, item in value.items() if isinstance(value, dict) else enumerate(value):
        if isinstance(item, dict | list):
            yield from _below(item, folder, (*path, key))
        elif isinstance(item, str) and _names_a_file(key, item):
            yield Reference((*path, key), item, resolve(folder, item), key == "type")


def _names_a_file(key: str | int, item: str) -> bool:
    if key == "type":
        # A name with :: is that of a resource type, whatever it ends in.
        return item.endswith(TEMPLATE_ENDINGS) and "::" not in item
    return key == "get_file"


def environment_references(value: Mapping[str, Any], address: str) -> Iterator[Reference]:
    """Yield, in order, each template that the `resource_registry` names."""
    registry = value.get("resource_registry")
    if isinstance(registry, dict):
        yield from _registry(registry, folder_of(address), ("resource_registry",))


def _registry(registry: Mapping[str, Any], folder: str, path: Path) -> Iterator[Reference]:
    """Yield from a registry, from `resources` in it, and from each resource in those."""
    folder = _base_url(registry, folder)
    for name, item in registry.items():
        if isinstance(item, dict):
            yield from _registry(item, folder, (*path, name))
        elif isinstance(item, str) and item and "::" not in item and name not in NOT_TYPES:
            yield Reference((*path, name), item, resolve(folder, item), must_be_template=True)


def _base_url(registry: Mapping[str, Any], folder: str) -> str:
    given = registry.get("base_url")
    if not isinstance(given, str):
        return folder
    return resolve(folder, given if given.endswith("/") else f"{given}/")


def rewritten(value: Any, references: Sequence[Reference], depth: int = 0) -> Any:
    """Return a document's value with its references, in order, replaced by addresses.

    What holds no reference is shared with the original; paths stay valid.
    """
    if not references:
        return value
    changed = copy(value)
    for step, group in groupby(references, key=lambda one: one.path[depth]):
        below = list(group)
        is_here = len(below[0].path) == depth + 1
        changed[step] = below[0].address if is_here else rewritten(value[step], below, depth + 1)
    return changed

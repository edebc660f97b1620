"""Names of resources in child stacks: `web/0/server`."""

from collections.abc import Iterable, Mapping
from typing import Any

from calor.cli.progress.tree import Failure
from calor.client.resources import stack_of
from calor.client.stacks import StackRef


def with_paths(
    resources: Iterable[dict[str, Any]], root: StackRef
) -> list[tuple[tuple[str, ...], dict[str, Any]]]:
    """Return resources with the names that lead to each from the root stack."""
    listed = list(resources)
    owners: dict[str, dict[str, Any]] = {}
    for one in listed:
        if (child := stack_of(one, "nested")) is not None:
            owners[child.id] = one
    return [(_path(one, owners, root), one) for one in listed]


def natural(path: tuple[str, ...]) -> list[tuple[int, str]]:
    """Return what sorts names as people do: 2 before 10, and children behind their parents."""
    return [(int(name), "") if name.isdecimal() else (-1, name) for name in path]


def _path(
    resource: dict[str, Any], owners: Mapping[str, dict[str, Any]], root: StackRef
) -> tuple[str, ...]:
    names = [str(resource.get("resource_name"))]
    seen: set[str] = set()
    stack = stack_of(resource)
    while stack is not None and stack.id not in {root.id, *seen}:
        seen.add(stack.id)
        owner = owners.get(stack.id)
        if owner is None:
            parent = resource.get("parent_resource")
            names += [str(parent)] if parent and len(names) == 1 else []
            break
        names.append(str(owner.get("resource_name")))
        stack = stack_of(owner)
    return tuple(reversed(names))


def failures_of(resources: Iterable[dict[str, Any]], root: StackRef) -> list[Failure]:
    """Return the resources that have failed."""
    return [
        Failure(path, str(one["resource_status"]), str(one.get("resource_status_reason") or ""))
        for path, one in with_paths(resources, root)
        if str(one.get("resource_status")).endswith("FAILED")
    ]

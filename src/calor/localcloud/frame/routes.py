"""From method and path to a handler, in as many steps as the path has parts."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote

from calor.localcloud.frame.call import Call, Reply
from calor.localcloud.frame.refusal import Refusal

Handler = Callable[[Call], Reply]


@dataclass(frozen=True, slots=True)
class Route:
    """A method, a path such as `/users/{user_id}`, and what answers it."""

    method: str
    path: str
    handler: Handler


@dataclass(slots=True)
class _Node:
    children: dict[str, "_Node"] = field(default_factory=dict)
    parameter: "_Node | None" = None
    handlers: dict[str, tuple[Handler, tuple[str, ...]]] = field(default_factory=dict)


class Routes:
    """A tree of path parts; a part with a fixed name is preferred to a parameter."""

    def __init__(self, routes: Iterable[Route]) -> None:
        self._root = _Node()
        for route in routes:
            self._add(route)

    def _add(self, route: Route) -> None:
        node, names = self._root, list[str]()
        for part in _parts(route.path):
            if part.startswith("{"):
                names.append(part[1:-1])
                node.parameter = node.parameter or _Node()
                node = node.parameter
            else:
                node = node.children.setdefault(part, _Node())
        if route.method in node.handlers:
            raise ValueError(f"two handlers for {route.method} {route.path}")
        node.handlers[route.method] = route.handler, tuple(names)

    def find(self, method: str, path: str) -> tuple[Handler, Mapping[str, str]]:
        """Return the handler and the path's parameters, or refuse with 404 or 405."""
        found = _walk(self._root, _parts(path), 0, ())
        if found is None:
            raise Refusal(404, "There is nothing at this address.")
        node, values = found
        served = node.handlers.get(method)
        if served is None and method == "HEAD":
            served = node.handlers.get("GET")
        if served is None:
            allowed = ", ".join(sorted(node.handlers))
            raise Refusal(405, f"This address does not know {method}.", {"Allow": allowed})
        handler, names = served
        return handler, dict(zip(names, values, strict=True))


def _parts(path: str) -> list[str]:
    return [part for part in path.split("/") if part]


def _walk(
    node: _Node, parts: list[str], at: int, values: tuple[str, ...]
) -> tuple[_Node, tuple[str, ...]] | None:
    if at == len(parts):
        return (node, values) if node.handlers else None
    child = node.children.get(parts[at])
    found = _walk(child, parts, at + 1, values) if child else None
    if found is None and node.parameter is not None:
        found = _walk(node.parameter, parts, at + 1, (*values, unquote(parts[at])))
    return found

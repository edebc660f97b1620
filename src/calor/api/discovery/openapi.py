"""The API in OpenAPI 3.1, made from the same routes that serve the requests."""

import re
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from importlib.metadata import version
from typing import Any, Final

import msgspec

from calor.api.call import JSON
from calor.api.discovery.words import FIELDS, PLACES, TAGS
from calor.api.query import MOST_DIGITS, Query
from calor.api.route import Route

PLACE: Final = re.compile(r"\{(\w+)\*?\}")
REFERENCE: Final = "#/components/schemas/{name}"
SCHEME: Final = "token"
INTRODUCTION: Final = """\
Orchestration that speaks OpenStack Heat's language: a template declares cloud resources, and a \
stack is all of them together. What is asked for is checked, written down and then done; an answer \
means that it will be done, whatever dies meanwhile."""
REFUSALS: Final = {
    400: "The request makes no sense as it is.",
    401: "Nobody knows who asks.",
    403: "The caller may not do this.",
    404: "There is no such thing, or it is somebody else's.",
    409: "The present state of things forbids it.",
    429: "The caller asks too often.",
    503: "The store, or whatever else is needed, cannot be reached.",
}
BODILESS: Final = frozenset({202, 204, 302})
"""Successes whose bodies, if there are any, mean nothing."""
MESSAGE: Final = {
    "type": "object",
    "description": "One message of a stream.",
    "properties": {name: {"type": "string"} for name in ("id", "event", "data")},
}
CHANGES: Final = frozenset({"POST", "PUT", "PATCH", "DELETE"})
QUERY_TYPES: Final[Mapping[type, dict[str, Any]]] = {
    str: {"type": "string"},
    int: {"type": "integer", "minimum": 0, "maximum": 10**MOST_DIGITS - 1},
    bool: {"type": "boolean"},
}


class Fault(msgspec.Struct):
    """What was wrong with a request."""

    type: str
    message: str | None = None
    traceback: str | None = None


class ErrorBody(msgspec.Struct):
    """The body of every answer that tells of an error."""

    code: int
    title: str
    explanation: str
    error: Fault


def describe(routes: Sequence[Route], url: str) -> dict[str, Any]:
    """Return the description of an API that is served under an address."""
    paths = _paths(routes)
    used = {tag for path in paths.values() for one in path.values() for tag in one["tags"]}
    return {
        "openapi": "3.1.0",
        "info": {"title": "calor", "version": version("calor"), "description": INTRODUCTION},
        "servers": [{"url": url}],
        "tags": [{"name": tag, "description": says} for tag, says in TAGS.items() if tag in used],
        "paths": paths,
        "components": {
            "schemas": _schemas(routes),
            "securitySchemes": {
                SCHEME: {
                    "type": "apiKey",
                    "in": "header",
                    "name": "X-Auth-Token",
                    "description": "A token of the identity service.",
                }
            },
        },
    }


def tag_of(path: str) -> str:
    """Return the group of a route."""
    return next((part for part in reversed(path.split("/")) if part in TAGS), "service")


def _paths(routes: Iterable[Route]) -> dict[str, dict[str, Any]]:
    """Return the operations by path; of paths that look alike, one is told."""
    paths: dict[str, dict[str, Any]] = {}
    shapes: dict[str, str] = {}
    for route in routes:
        path = PLACE.sub(r"{\1}", route.path)
        path = shapes.setdefault(PLACE.sub("{}", path), path)
        operations = paths.setdefault(path, {})
        operations.setdefault(route.method.lower(), _operation(route, path))
    return paths


def _operation(route: Route, path: str) -> dict[str, Any]:
    told: dict[str, Any] = {
        "operationId": _identifier(route.method, path),
        "tags": [tag_of(path)],
        "summary": route.summary,
        "parameters": [
            *(_place(name) for name in PLACE.findall(path)),
            *(_query(one) for one in route.query),
        ],
        "responses": _responses(route),
        "security": [] if route.policy is None else [{SCHEME: []}],
    }
    if route.policy is not None:
        told["x-policy"] = [route.policy] if route.policy else [*route.rules]
    if route.body is not None:
        told["requestBody"] = {"content": {JSON: {"schema": _reference(route.body)}}}
    return told


def _identifier(method: str, path: str) -> str:
    words = re.findall(r"\w+", path.removeprefix("/v1/{project}")) or ["root"]
    return "_".join([method.lower(), *words])


def _place(name: str) -> dict[str, Any]:
    # An empty part, or one with a slash in it, would make another path of it.
    schema = {"type": "string", "minLength": 1, "pattern": "^[^/]+$"}
    says = PLACES.get(name, "")
    return {"name": name, "in": "path", "required": True, "description": says, "schema": schema}


def _query(one: Query) -> dict[str, Any]:
    schema = QUERY_TYPES[one.kind] | ({"enum": [*one.choices]} if one.choices else {})
    if one.many:
        schema = {"type": "array", "items": schema}
    return {"name": one.name, "in": "query", "description": one.doc, "schema": schema}


def _responses(route: Route) -> dict[str, Any]:
    error = {JSON: {"schema": _reference(ErrorBody)}}
    refusals = {
        str(status): {"description": REFUSALS[status], "content": error}
        for status in _refusals(route)
    }
    return {str(route.success): _success(route), **refusals}


def _success(route: Route) -> dict[str, Any]:
    told: dict[str, Any] = {"description": route.answers or HTTPStatus(route.success).phrase}
    if route.success not in BODILESS and route.method != "HEAD":
        told["content"] = {route.content: {"schema": _answer_schema(route)}}
        if route.streams is not None:
            told["content"][route.streams] = {"schema": MESSAGE}
    return told


def _answer_schema(route: Route) -> dict[str, Any]:
    if route.returns is not None:
        return _reference(route.returns)
    return {} if route.content == JSON else {"type": "string"}


def _refusals(route: Route) -> list[int]:
    if route.policy is None:
        return [503]
    return [one for one in REFUSALS if one != HTTPStatus.CONFLICT or route.method in CHANGES]


def _reference(kind: Any) -> dict[str, Any]:
    (schema,), _ = msgspec.json.schema_components([kind], ref_template=REFERENCE)
    return schema


def _schemas(routes: Iterable[Route]) -> dict[str, Any]:
    kinds = [one for route in routes for one in (route.body, route.returns) if one is not None]
    _, schemas = msgspec.json.schema_components([*kinds, ErrorBody], ref_template=REFERENCE)
    for kind, schema in schemas.items():
        for name, inner in schema.get("properties", {}).items():
            if says := FIELDS.get(f"{kind}.{name}") or FIELDS.get(name):
                inner.setdefault("description", says)
    return dict(sorted(schemas.items()))

"""reference/rest-api.md: every route of the orchestration API."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from calor.api.discovery.openapi import REFUSALS, describe
from calor.api.discovery.shapes import kind_of, resolved
from calor.api.orchestration.table import TABLE
from tools.reference.markdown import code, codes, page, table

INTRODUCTION = """\
The orchestration API, as OpenStack's clients speak it. A running service describes itself, too: to
programs as OpenAPI 3.1 at `/openapi.json`, to people at `/docs`.

Requests carry a token of the identity service in the header `X-Auth-Token`. Bodies are JSON. Every
answer has the header `x-openstack-request-id`. `/v1.0` means the same as `/v1`; so does a path
without a version under `Accept: application/vnd.openstack.orchestration-v1.0`. Whoever asks for
another version is told, with status 300, which there are. `OPTIONS` tells how a path can be asked.

The project in a path is the caller's own; an administrator may name any."""
ERRORS = """\
What cannot be done is told by a status and a body. `error.type` is the class by which Heat's
clients tell an error; `error.message` says what happened, where, and what to do."""


def rest_api() -> str:
    """Write the page."""
    document = describe(TABLE.routes, "")
    blocks = [block for tag in document["tags"] for block in _group(tag, document)]
    return page("REST API", INTRODUCTION, *_errors(document), *blocks)


def _errors(document: Mapping[str, Any]) -> Iterator[str]:
    yield "## Errors"
    yield ERRORS
    yield table(["status", "meaning"], [(str(one), says) for one, says in REFUSALS.items()])
    yield _fields({"$ref": "/ErrorBody"}, document)


def _group(tag: Mapping[str, str], document: Mapping[str, Any]) -> Iterator[str]:
    title, _, rest = tag["description"].partition(": ")
    yield f"## {title}"
    yield rest[0].upper() + rest[1:]
    for path, methods in document["paths"].items():
        for method, one in methods.items():
            if one["tags"] == [tag["name"]]:
                yield from _operation(method.upper(), path, one, document)


def _operation(
    method: str, path: str, one: Mapping[str, Any], document: Mapping[str, Any]
) -> Iterator[str]:
    yield f"### {one['summary'].rstrip('.')} {{ #{one['operationId'].replace('_', '-')} }}"
    rule = f"Rule {codes(one['x-policy'])}." if "x-policy" in one else "Told to anybody."
    yield f"{code(f'{method} {path}')}\n\n{rule} {_answer(one['responses'])}"
    queries = [each for each in one["parameters"] if each["in"] == "query"]
    if queries:
        yield table(["query", "kind", "meaning"], [_query(each) for each in queries])
    if "requestBody" in one:
        (content,) = one["requestBody"]["content"].values()
        yield _fields(content["schema"], document, "body")
    success = next(iter(one["responses"].values()))
    for content in success.get("content", {}).values():
        yield _fields(content["schema"], document, "answer")


def _answer(responses: Mapping[str, Mapping[str, Any]]) -> str:
    status, success = next(iter(responses.items()))
    says = success["description"]
    if says == HTTPStatus(int(status)).phrase:
        return f"Success is {status}."
    return f"Success is {status}: {says[0].lower()}{says[1:].rstrip('.')}."


def _query(one: Mapping[str, Any]) -> tuple[str, str, str]:
    schema = one["schema"]
    inner = schema.get("items", schema)
    kind = codes(inner["enum"]) if "enum" in inner else inner["type"]
    return (
        code(one["name"]),
        f"{kind}, repeatable" if "items" in schema else kind,
        one["description"],
    )


def _fields(schema: Mapping[str, Any], document: Mapping[str, Any], title: str = "key") -> str:
    fields = resolved(schema, document).get("properties", {})
    rows = [
        (code(name), kind_of(one, document).replace("|", "\\|"), one.get("description", ""))
        for name, one in fields.items()
    ]
    return table([title, "kind", "meaning"], rows) if rows else ""

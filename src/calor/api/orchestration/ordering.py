"""What a request about a stack asks for, with everything in it fetched and read."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from calor.api.call import Call
from calor.api.faults import BadRequest
from calor.api.fetching import fetch
from calor.api.orchestration.bodies import ChangedStackBody, StackBody
from calor.core.document.document import Document
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate, LimitExceeded, NotSupported
from calor.core.source import Problem, shorten
from calor.engine.orders import Order, merged_environments

MAX_TAG: Final = 80
MAX_MINUTES: Final = (1 << 31) - 1


async def order_of(call: Call, body: StackBody) -> Order:
    """Return what a body asks for."""
    template = await _template(call, body)
    files = {**await _contained(call, body.files_container), **_texts(body.files or {})}
    environment = _environment(body, template, files)
    if body.parameters:
        environment["parameters"] = {**(environment.get("parameters") or {}), **body.parameters}
    return Order(
        template=template,
        environment=environment,
        files=files,
        timeout_mins=_minutes(body.timeout_mins),
        disable_rollback=body.disable_rollback,
        converge=bool(body.converge),
        tags=tags_of(body.tags),
    )


def document_of(given: Mapping[str, Any] | str | bytes, name: str) -> dict[str, Any]:
    """Return a map that was given as one, or as the text of one."""
    if isinstance(given, Mapping):
        return dict(given)
    value = parse_document(given, name).value
    if not isinstance(value, dict):
        raise InvalidTemplate([Problem(f"expected a map in the {name}")])
    return value


def tags_of(given: str | Sequence[str] | None) -> tuple[str, ...]:
    """Return tags that were written behind each other, or listed as openstacksdk does."""
    written = given if isinstance(given, str) else ",".join(given or ())
    tags = tuple(filter(None, written.split(",")))
    if any(len(tag) > MAX_TAG for tag in tags):
        raise BadRequest(f"a tag may have {MAX_TAG} characters at most")
    return tags


def is_no_change(body: ChangedStackBody) -> bool:
    """Return whether an update names nothing that is to be different."""
    return not any(
        getattr(body, name) for name in body.__struct_fields__ if name != "existing"
    ) and (body.timeout_mins, body.disable_rollback, body.converge) == (None, None, None)


async def _template(call: Call, body: StackBody) -> dict[str, Any] | None:
    most = call.services.settings.max_template
    given: Mapping[str, Any] | str | bytes | None = body.template
    if given is None and body.template_url is not None:
        given = await fetch(body.template_url, call.services.settings.fetching)
    if given is None:
        return None
    text = msgspec.json.encode(given) if isinstance(given, Mapping) else given
    if len(text) > most:
        raise LimitExceeded(f"a template may have {most} bytes, not {len(text)}")
    return document_of(given, "template")


def _environment(
    body: StackBody, template: Mapping[str, Any] | None, files: Mapping[str, str]
) -> dict[str, Any]:
    if not body.environment_files:
        return document_of(body.environment or {}, "environment")
    documents = [_named(name, files) for name in body.environment_files]
    return merged_environments(documents, template)


def _named(name: str, files: Mapping[str, str]) -> Document:
    if name not in files:
        raise BadRequest(f"the environment file {shorten(name)} is not among the files")
    document = parse_document(files[name], name)
    if not isinstance(document.value, dict):
        raise InvalidTemplate([Problem(f"expected a map in the environment {shorten(name)}")])
    return document


def _texts(files: Mapping[str, Any]) -> dict[str, str]:
    """Return files as texts; those that a client has read already are written down again."""
    return {
        name: one if isinstance(one, str) else msgspec.json.encode(one).decode()
        for name, one in files.items()
    }


async def _contained(call: Call, container: str | None) -> Mapping[str, str]:
    if not container:
        return {}
    if call.services.containers is None:
        raise NotSupported("files_container needs an object store, and this service has none")
    return await call.services.containers(call.caller, container)


def _minutes(minutes: int | None) -> int | None:
    if minutes is not None and not 0 <= minutes <= MAX_MINUTES:
        raise BadRequest(f"timeout_mins is from 0 to {MAX_MINUTES}, not {minutes}")
    return minutes or None

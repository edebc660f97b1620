"""What requests about stacks carry."""

from collections.abc import Mapping
from typing import Any

import msgspec

from calor.api.faults import BadRequest
from calor.core.document.parse import parse_document
from calor.core.errors import InvalidTemplate
from calor.core.source import Problem
from calor.engine.orders import Order

MAX_TAG = 80


class StackBody(msgspec.Struct):
    """What a stack is to be made of."""

    template: dict[str, Any] | str | None = None
    template_url: str | None = None
    environment: dict[str, Any] | str | None = None
    environment_files: list[str] | None = None
    files: dict[str, Any] | None = None
    files_container: str | None = None
    parameters: dict[str, Any] | None = None
    timeout_mins: int | None = None
    disable_rollback: bool | None = None
    tags: str | None = None


class NewStackBody(StackBody):
    """A new stack."""

    stack_name: str | None = None
    adopt_stack_data: str | None = None


def order_of(body: StackBody) -> Order:
    """Return what a body asks for."""
    return Order(
        template=None if body.template is None else _document(body.template, "template"),
        environment=_environment(body),
        files=dict(body.files or {}),
        timeout_mins=body.timeout_mins,
        disable_rollback=body.disable_rollback,
        tags=_tags(body.tags),
    )


def _document(given: Mapping[str, Any] | str, name: str) -> dict[str, Any]:
    if isinstance(given, Mapping):
        return dict(given)
    value = parse_document(given, name).value
    if not isinstance(value, dict):
        raise InvalidTemplate([Problem(f"expected a map in the {name}")])
    return value


def _environment(body: StackBody) -> dict[str, Any]:
    environment = _document(body.environment or {}, "environment")
    if body.parameters:
        environment["parameters"] = {**(environment.get("parameters") or {}), **body.parameters}
    return environment


def _tags(text: str | None) -> tuple[str, ...]:
    tags = tuple(filter(None, (text or "").split(",")))
    if any(len(tag) > MAX_TAG for tag in tags):
        raise BadRequest(f"a tag may have {MAX_TAG} characters at most")
    return tags

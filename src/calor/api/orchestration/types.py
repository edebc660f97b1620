"""Resource types: list them, describe one, and make a template of one."""

import time
from collections.abc import Iterator
from typing import Any, Final

import regex

from calor.api.call import Answer, Call, answer
from calor.api.caller import Forbidden
from calor.api.catalog import has_service
from calor.api.faults import BadRequest
from calor.api.orchestration.answers import ResourceType, ResourceTypes
from calor.api.orchestration.type_schema import schema_shown
from calor.api.orchestration.type_template import cfn_template, hot_template
from calor.api.query import Query
from calor.api.route import Route
from calor.core.errors import NotFound, NotSupported, ServiceMissing
from calor.core.schema.model import Status, TypeSchema
from calor.core.source import Problem, shorten
from calor.core.template.checks.request import OPERATOR, KnownTypes
from calor.core.template.environment.registry import Registry
from calor.core.template.environment.resolution import PluginType
from calor.engine.desk import UNAVAILABLE

PATTERN_SECONDS: Final = 0.2
"""What comparing all names with a pattern may take."""
MOST_PATTERN: Final = 1000
TEMPLATES: Final = {"cfn": cfn_template, "hot": hot_template}


async def index(call: Call) -> Answer:
    """List the types that the caller may use."""
    found = [one for one in _wanted(call) if _is_usable(call, one)]
    if call.query.get("with_description"):
        return answer({"resource_types": [_described(one) for one in found]})
    return answer({"resource_types": [one.name for one in found]})


async def show(call: Call) -> Answer:
    """Describe a type."""
    return answer(schema_shown(_asked_for(call), call.path["type_name"]))


async def template(call: Call) -> Answer:
    """Make a template of a type."""
    language = call.query.get("template_type", "cfn").lower()
    if language not in TEMPLATES:
        raise BadRequest(f"template_type is cfn or hot, not {shorten(language)}")
    return answer(TEMPLATES[language](_asked_for(call), call.path["type_name"]))


def _wanted(call: Call) -> Iterator[TypeSchema]:
    status, since = _status(call.query.get("support_status")), call.query.get("version")
    types = call.services.desks.stacks.types
    for name in _named(types.names(), call.query.get("name")):
        schema = types.get(name)
        if schema is None or schema.support.status is Status.HIDDEN:
            continue
        if status in (None, schema.support.status) and since in (None, schema.support.since):
            yield schema


def _status(text: str | None) -> Status | None:
    if text is None:
        return None
    if text not in set(Status):
        raise BadRequest(f"support_status is one of {', '.join(Status)}, not {shorten(text)}")
    return Status(text)


def _named(names: list[str], pattern: str | None) -> list[str]:
    """Return the names that begin as a pattern wants; none if it is no pattern."""
    if pattern is None:
        return names
    if len(pattern) > MOST_PATTERN:
        raise BadRequest(f"a pattern for names may have {MOST_PATTERN} characters at most")
    try:
        matcher, end = regex.compile(pattern), time.monotonic() + PATTERN_SECONDS
        return [one for one in names if matcher.match(one, timeout=_left(end))]
    except (regex.error, RecursionError, OverflowError):
        return []
    except TimeoutError:
        raise BadRequest(f"the pattern {shorten(pattern)} takes too long; simplify it") from None


def _left(end: float) -> float:
    return max(end - time.monotonic(), 0.0001)


def _described(schema: TypeSchema) -> dict[str, Any]:
    first = schema.description.strip().partition("\n\n")[0]
    return {
        "resource_type": schema.name,
        "description": " ".join(first.split()) or "No description available",
    }


def _asked_for(call: Call) -> TypeSchema:
    """Return the type that the path names, also by an old name."""
    name = call.path["type_name"]
    if not call.services.policy.allows_type(call.caller, name):
        raise Forbidden(f"you may not use the resource type {shorten(name)}")
    types = call.services.desks.stacks.types
    behind = Registry().under(OPERATOR, KnownTypes(types)).resolve(name)
    schema = types.get(behind.name) if isinstance(behind, PluginType) else None
    if schema is None:
        raise NotFound(f"The Resource Type ({shorten(name)}) could not be found.")
    if schema.support.status is Status.HIDDEN:
        raise NotSupported(f"the resource type {shorten(name)} is not supported any more")
    if schema.service and not has_service(call.caller, schema.service):
        problem = f"{UNAVAILABLE} {name} needs {schema.service}, which this cloud has not"
        raise ServiceMissing([Problem(problem)])
    return schema


def _is_usable(call: Call, schema: TypeSchema) -> bool:
    is_there = not schema.service or has_service(call.caller, schema.service)
    return is_there and call.services.policy.allows_type(call.caller, schema.name)


ROUTES: Final = (
    Route(
        method="GET",
        path="/v1/{project}/resource_types",
        policy="stacks:list_resource_types",
        handle=index,
        summary="List resource types.",
        query=(
            Query("support_status", "Only those of this status.", choices=tuple(Status)),
            Query("name", "Only those whose names begin as this regular expression wants."),
            Query("version", "Only those that are supported since this release."),
            Query("with_description", "Whether to describe each of them.", bool),
        ),
        returns=ResourceTypes,
        answers="The names, or with descriptions a map with a name and a description for each.",
    ),
    Route(
        method="GET",
        path="/v1/{project}/resource_types/{type_name}",
        policy="stacks:resource_schema",
        handle=show,
        summary="Show a resource type.",
        returns=ResourceType,
        answers="The properties, attributes and support status of the type.",
    ),
    Route(
        method="GET",
        path="/v1/{project}/resource_types/{type_name}/template",
        policy="stacks:generate_template",
        handle=template,
        summary="Make a template of a resource type.",
        query=(
            Query("template_type", "The language; cfn if not given.", choices=tuple(TEMPLATES)),
        ),
        answers="A template with the type's properties as parameters, its attributes as outputs.",
    ),
)

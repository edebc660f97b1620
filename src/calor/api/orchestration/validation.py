"""Validation: what a template asks of people, if nothing is wrong with it."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final

import msgspec

from calor.api.call import Answer, Call, answer
from calor.api.catalog import has_service
from calor.api.faults import BadRequest
from calor.api.orchestration.answers import Validated
from calor.api.orchestration.bodies import StackBody
from calor.api.orchestration.ordering import order_of
from calor.api.orchestration.parameters_shown import Given, groups_shown, parameters_shown
from calor.api.query import Query
from calor.api.route import Route
from calor.api.verdicts import key_of
from calor.core.source import Report, shorten
from calor.core.template.checks.surroundings import CheckedStack
from calor.core.template.environment.environment import Environment, read_environment
from calor.core.template.environment.layer import TEMPLATE_ENDINGS
from calor.core.template.parameters.values import masked
from calor.core.template.template import Template
from calor.engine.requester import Requester

UNAVAILABLE: Final = "99001"
"""The one error that may be ignored: a type's service is not in the cloud."""


async def validate(call: Call) -> Answer:
    """Check a template and tell what it asks for."""
    ignored = _codes(call.query.get("ignore_errors"))
    body: StackBody = call.body
    nested = call.query.get("show_nested", False)
    if body.template_url or body.files_container:
        return await _checked(call, body, ignored, nested=nested)
    verdicts, now = call.services.verdicts, call.services.desks.stacks.clock.now()
    about = (nested, sorted(ignored), sorted(call.caller.services or ()))
    key = key_of(msgspec.json.encode(about), msgspec.json.encode(body))
    if (known := verdicts.find(key, now)) is not None:
        return Answer(body=known)
    found = await _checked(call, body, ignored, nested=nested)
    if isinstance(found.body, bytes):
        verdicts.keep(key, found.body, now)
    return found


async def _checked(
    call: Call, body: StackBody, ignored: Collection[str], *, nested: bool
) -> Answer:
    order = await order_of(call, body)
    if order.template is None:
        raise BadRequest("there is no template: give it as template")
    is_ignored = UNAVAILABLE in ignored
    who = Requester() if is_ignored else Requester(has_service=partial(has_service, call.caller))
    desk = replace(call.services.desks.stacks, requester=who)
    stack = desk.validated(order, partial=True)
    environment = read_environment(order.environment, Report())
    return answer(_shown(stack, environment, nested=nested) if stack else {})


def _codes(text: str | None) -> set[str]:
    codes = {code.strip() for code in (text or "").split(",")} - {""}
    for code in codes - {UNAVAILABLE}:
        raise BadRequest(f"ignore_errors knows {UNAVAILABLE} alone, not {shorten(code)}")
    return codes


def _shown(stack: CheckedStack, environment: Environment, *, nested: bool) -> dict[str, Any]:
    template = stack.scope.template
    given = Given(environment.parameters, environment.parameter_defaults)
    shown = _template_shown(template, given)
    if nested and stack.children:
        shown["NestedParameters"] = _children_shown(stack, environment)
    whole = environment.to_dict()
    del whole["encrypted_param_names"]
    for section in ("parameters", "parameter_defaults"):
        whole[section] = masked(template.parameters, whole[section])
    whole["resource_registry"] = _templates(stack) | whole["resource_registry"]
    return {**shown, "Environment": whole}


def _templates(stack: CheckedStack) -> dict[str, str]:
    """Return the templates that are named as types: a registry says that they are what they are."""
    kinds = {stack.resources[name].type for name in stack.children}
    return {kind: kind for kind in sorted(kinds) if kind.endswith(TEMPLATE_ENDINGS)}


def _template_shown(template: Template, given: Given) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "Description": template.description,
        "Parameters": parameters_shown(template.parameters, given),
    }
    if template.parameter_groups:
        shown["ParameterGroups"] = groups_shown(template.parameter_groups)
    return shown


def _children_shown(stack: CheckedStack, environment: Environment) -> dict[str, Any]:
    return {
        name: _child_shown(stack.resources[name].type, child, environment)
        for name, child in stack.children.items()
    }


def _child_shown(kind: str, child: CheckedStack, environment: Environment) -> dict[str, Any]:
    template = child.scope.template
    values = _given_values(child.scope.parameters, template, environment)
    given = Given(values, environment.parameter_defaults)
    shown = {"Type": kind, **_template_shown(template, given)}
    if child.children:
        shown["NestedParameters"] = _children_shown(child, environment)
    return shown


def _given_values(
    values: Mapping[str, Any], template: Template, environment: Environment
) -> dict[str, Any]:
    """Return the values that do not come from a default."""
    defaults = {**{name: one.default for name, one in template.parameters.items()}}
    defaults |= environment.parameter_defaults
    return {
        name: one
        for name, one in values.items()
        if name in template.parameters and one != defaults.get(name)
    }


ROUTES: Final = (
    Route(
        method="POST",
        path="/v1/{project}/validate",
        policy="stacks:validate_template",
        handle=validate,
        summary="Validate a template.",
        query=(
            Query("show_nested", "Whether to tell of nested templates, too.", bool),
            Query("ignore_errors", f"Codes of errors to ignore; there is {UNAVAILABLE} alone."),
        ),
        body=StackBody,
        returns=Validated,
        answers="The description, the parameters with their constraints, and the environment.",
    ),
)

"""Every route of the contract is served, under its rule, with its status and its queries."""

import json
import re
from pathlib import Path

import pytest

from calor.api.discovery.openapi import describe
from calor.api.faults import FAULTS
from calor.api.orchestration.table import TABLE

CONTRACT = json.loads((Path(__file__).parent / "rest_api.json").read_text())
FOUND = {"tenant_id": "p", "stack_name:arn:.*": "arn:openstack:heat::p:stacks/a/b"}
ELSEWHERE = {"stacks:update_no_change"}
"""Rules that decide about a request along with the one that the contract names."""


def spelt(path):
    """Yield the paths that a pattern of the contract stands for."""
    choice = re.search(r"\{path:([\w|]+)\}", path)
    for word in choice[1].split("|") if choice else [""]:
        one = re.sub(r"\{path:[\w|]+\}", word, path)
        yield re.sub(r"\{([^}]+)\}", lambda place: FOUND.get(place[1], "x"), one)


ROUTES = [
    pytest.param(one["method"], path, one, id=f"{one['method']} {path}")
    for one in CONTRACT["routes"]
    for path in spelt(one["path"])
]


@pytest.mark.parametrize(("method", "path", "told"), ROUTES)
def test_a_route_is_served_under_its_rule(method, path, told):
    route = TABLE.find(method, path).route
    rules = {route.policy} if route.policy else set(route.rules) - ELSEWHERE
    named = told["policy"]
    area, braces, actions = named.partition("{")
    wanted = {f"{area}{one}" for one in actions[:-1].split(",")} if braces else {named}
    assert rules == wanted
    if isinstance(told.get("success"), int):
        assert route.success == told["success"]


def names_in(query):
    """Yield the names that an entry about queries tells of: one, or all after a colon."""
    if query.startswith("filters: "):
        yield from query.removeprefix("filters: ").split()
    elif query != "any, forwarded":
        yield query.split()[0]


@pytest.mark.parametrize(("method", "path", "told"), ROUTES)
def test_what_may_be_asked_of_a_route_is_declared(method, path, told):
    route = TABLE.find(method, path).route
    named = {name for query in told.get("query", ()) for name in names_in(query)}
    assert named <= set(route.queries), named - set(route.queries)


@pytest.mark.parametrize(("method", "path", "told"), ROUTES)
def test_what_a_body_may_have_is_declared(method, path, told):
    body = told.get("request_body")
    known = getattr(TABLE.find(method, path).route.body, "__struct_fields__", None)
    if isinstance(body, dict) and known is not None:
        named = {one for one in body if re.fullmatch(r"\w+", one)}
        assert named <= set(known), named - set(known)


def test_no_error_has_another_status_than_in_the_contract():
    known = CONTRACT["errors"]["exception_to_status_resolved"]
    for status, kind in FAULTS.values():
        if kind in known:
            assert status == known[kind], kind


def test_the_description_tells_of_every_route():
    told = describe(TABLE.routes, "")["paths"]
    operations = sum(len(one) for one in told.values())
    alike = sum("*" in route.path for route in TABLE.routes)
    assert operations == len(TABLE.routes) - alike

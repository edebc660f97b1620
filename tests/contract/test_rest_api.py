"""Every route of the contract is served, under the same rule and with the same status."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from calor.api.orchestration.table import TABLE
from calor.api.route import REST, Route

CONTRACT = json.loads((Path(__file__).parent / "rest_api.json").read_text())

MISSING: set[tuple[str, str]] = set()
"""Routes that are not served yet; this only shrinks."""


def expanded(method: str, path: str) -> list[tuple[str, str]]:
    """Return the paths that a path of the contract stands for, with nameless places."""
    path = path.replace("{stack_name:arn:.*}", f"{{arn{REST}}}")
    found = re.search(r"\{path:([^}]*)\}", path)
    words = found.group(1).split("|") if found else [""]
    paths = [path.replace(found.group(0), word) if found else path for word in words]
    return [(method, nameless(one)) for one in paths]


def nameless(path: str) -> str:
    return re.sub(r"\{[^}*]*(\*?)\}", r"{\1}", path)


SERVED: dict[tuple[str, str], Route] = {
    (one.method, nameless(one.path)): one for one in TABLE.routes
}
ROUTES: list[tuple[str, str, dict[str, Any]]] = [
    (method, path, route)
    for route in CONTRACT["routes"]
    for method, path in expanded(route["method"], route["path"])
]


@pytest.mark.parametrize(("method", "path", "route"), ROUTES, ids=lambda one: str(one)[:60])
def test_a_route_is_served_as_the_contract_says(method: str, path: str, route: dict[str, Any]):
    if (method, path) in MISSING:
        assert (method, path) not in SERVED, "it is there: take it off the list"
        return
    served = SERVED[method, path]
    assert served.success == route["success"]
    rules = re.sub(r"\{(.*)\}", "", route["policy"])
    if rules == route["policy"]:
        assert rules in (served.policy, *served.rules)
    else:
        names = route["policy"].partition("{")[2].rstrip("}").split(",")
        assert set(served.rules) == {f"{rules}{name}" for name in names}


@pytest.mark.parametrize(("method", "path", "route"), ROUTES, ids=lambda one: str(one)[:60])
def test_a_route_knows_the_queries_of_the_contract(method: str, path: str, route: dict[str, Any]):
    served = SERVED[method, path]
    for text in route.get("query", []):
        if text.startswith("any"):
            continue
        names = (
            text.partition(": ")[2].split() if text.startswith("filters:") else [text.split()[0]]
        )
        assert {name.rstrip(",") for name in names} <= set(served.queries), text


@pytest.mark.parametrize(("method", "path", "route"), ROUTES, ids=lambda one: str(one)[:60])
def test_a_route_reads_the_body_of_the_contract(method: str, path: str, route: dict[str, Any]):
    served = SERVED[method, path]
    wanted = {word for text in route.get("request_body", {}) for word in text.split("|")}
    known = set(getattr(served.body, "__struct_fields__", ()))
    assert wanted - {"*"} <= known

"""Routes are found by the parts of a path; words count more than places."""

import pytest

from calor.api.call import empty
from calor.api.faults import NoSuchPath, WrongMethod
from calor.api.route import Route, Table


async def nothing(_call):
    return empty(204)


def route(method, path):
    return Route(method=method, path=path, policy=None, handle=nothing, summary="")


TABLE = Table(
    [
        route("GET", "/v1/{project}/stacks"),
        route("GET", "/v1/{project}/stacks/preview"),
        route("GET", "/v1/{project}/stacks/{name}"),
        route("PUT", "/v1/{project}/stacks/{name}"),
        route("GET", "/v1/{project}/stacks/{name}/events"),
        route("GET", "/v1/{project}/stacks/{name}/{id}"),
        route("GET", "/v1/{project}/stacks/{arn*}"),
    ]
)


@pytest.mark.parametrize(
    ("path", "pattern", "filled"),
    [
        ("/v1/p/stacks", "/v1/{project}/stacks", {"project": "p"}),
        ("/v1/p/stacks/", "/v1/{project}/stacks", {"project": "p"}),
        ("/v1/p/stacks/preview", "/v1/{project}/stacks/preview", {"project": "p"}),
        ("/v1/p/stacks/a", "/v1/{project}/stacks/{name}", {"project": "p", "name": "a"}),
        (
            "/v1/p/stacks/a/events",
            "/v1/{project}/stacks/{name}/events",
            {"project": "p", "name": "a"},
        ),
        (
            "/v1/p/stacks/preview/1",
            "/v1/{project}/stacks/{name}/{id}",
            {"project": "p", "name": "preview", "id": "1"},
        ),
        (
            "/v1/p/stacks/arn:openstack:heat::p:stacks/a/1",
            "/v1/{project}/stacks/{arn*}",
            {"project": "p", "arn": "arn:openstack:heat::p:stacks/a/1"},
        ),
    ],
)
def test_a_path_leads_to_its_route(path, pattern, filled):
    found = TABLE.find("GET", path)
    assert (found.route.path, found.path) == (pattern, filled)


def test_another_method_is_told_what_there_is():
    with pytest.raises(WrongMethod) as refused:
        TABLE.find("POST", "/v1/p/stacks/a")
    assert refused.value.allowed == {"GET", "PUT"}


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/p", "/v1/p/nothing", "/v1//stacks", "/v1/p/stacks/a/b/c"]
)
def test_what_is_nowhere_is_not_found(path):
    with pytest.raises(NoSuchPath):
        TABLE.find("GET", path)

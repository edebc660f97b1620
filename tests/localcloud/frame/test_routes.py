"""How a path finds its handler."""

import pytest

from calor.localcloud.frame.call import Reply
from calor.localcloud.frame.refusal import Refusal
from calor.localcloud.frame.routes import Route, Routes


def named(name):
    return lambda _: Reply(200, name)


ROUTES = Routes(
    [
        Route("GET", "/users", named("list")),
        Route("POST", "/users", named("create")),
        Route("GET", "/users/{user_id}", named("show")),
        Route("GET", "/users/{user_id}/roles/{role_id}", named("role")),
        Route("GET", "/users/self/roles", named("own roles")),
    ]
)


def found(method, path):
    handler, params = ROUTES.find(method, path)
    return handler(None).body, params


def test_a_path_with_parameters_names_them():
    assert found("GET", "/users/a%2Fb/roles/c") == ("role", {"user_id": "a/b", "role_id": "c"})


def test_slashes_too_many_do_not_matter():
    assert found("GET", "//users/") == ("list", {})


def test_a_fixed_name_comes_before_a_parameter_but_does_not_hide_it():
    assert found("GET", "/users/self/roles") == ("own roles", {})
    assert found("GET", "/users/self") == ("show", {"user_id": "self"})


def test_head_is_answered_where_get_is():
    assert found("HEAD", "/users/a") == ("show", {"user_id": "a"})


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/groups", 404), ("GET", "/users/a/b/c/d/e", 404), ("PUT", "/users", 405)],
)
def test_what_is_not_there_is_refused(method, path, status):
    with pytest.raises(Refusal) as refused:
        ROUTES.find(method, path)
    assert refused.value.status == status


def test_two_handlers_for_one_address_are_a_mistake():
    with pytest.raises(ValueError, match="two handlers"):
        Routes([Route("GET", "/a/{b}", named("1")), Route("GET", "/a/{c}", named("2"))])

"""Errors look as Heat's clients know them."""

import pytest

from calor.api.caller import IdentityUnavailable, Unauthenticated
from calor.api.faults import (
    EXPLANATIONS,
    FAULTS,
    TooManyRequests,
    WrongMethod,
    body_of,
    headers_of,
    status_of,
)
from calor.core.errors import CalorError, CloudRefused, InvalidTemplate, NotFound


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (NotFound("x"), (404, "EntityNotFound")),
        (InvalidTemplate([]), (400, "StackValidationFailed")),
        (CloudRefused("x"), (400, "StackValidationFailed")),
        (CalorError("x"), (500, "CalorError")),
    ],
)
def test_an_error_has_a_status_and_a_name(error, expected):
    assert status_of(error) == expected


def test_every_status_is_explained():
    assert {status for status, _ in FAULTS.values()} <= EXPLANATIONS.keys()


def test_a_bug_tells_its_message_to_nobody():
    assert "message" not in body_of(500, "KeyError", None)["error"]
    assert body_of(404, "EntityNotFound", "gone")["error"]["message"] == "gone"
    assert body_of(404, "EntityNotFound", "gone")["title"] == "Not Found"


def test_headers_say_what_to_do():
    assert headers_of(WrongMethod(frozenset({"GET", "PUT"}))) == {"Allow": "GET, PUT"}
    assert headers_of(TooManyRequests("slow down", 0.2)) == {"Retry-After": "1"}
    assert headers_of(NotFound("x")) == {}


def test_a_refusal_says_where_to_get_a_token():
    told = headers_of(Unauthenticated(challenge='Keystone uri="http://keystone.example"'))
    assert told == {"WWW-Authenticate": 'Keystone uri="http://keystone.example"'}
    assert headers_of(Unauthenticated("who?")) == {"WWW-Authenticate": "Keystone"}


def test_a_keystone_that_cannot_be_asked_is_nobodys_fault():
    assert status_of(IdentityUnavailable("later"))[0] == 503

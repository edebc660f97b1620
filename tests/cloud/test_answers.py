"""Each service wraps what it says in its own way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.cloud.answers import error_of, saying
from calor.core.errors import CloudConflict, CloudNotFound, CloudRefused, CloudUnavailable

JSON = st.recursive(
    st.none() | st.integers() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner),
    max_leaves=10,
)


@pytest.mark.parametrize(
    "body",
    [
        {"NeutronError": {"type": "X", "message": "too many", "detail": ""}},
        {"badRequest": {"code": 400, "message": "too many"}},
        {"error": {"code": 403, "title": "Forbidden", "message": "too many"}},
        {"code": 400, "title": "Bad Request", "error": {"message": "too many", "type": "X"}},
        {"errors": [{"status": 400, "title": "Bad", "detail": "too many"}]},
        {"message": "too many<br /><br />\n", "code": "403 Forbidden"},
        {"debuginfo": None, "faultcode": "Client", "faultstring": "too many"},
        {"error_message": {"faultstring": "too many"}},
        {"error_message": "too many"},
        {"description": "too many", "title": "Forbidden"},
        "too many",
    ],
)
def test_what_a_service_said_is_found(body):
    problem = error_of(400, {}, body, "", "asked")
    assert str(problem) == "asked: too many"


def test_plain_text_is_quoted_and_a_page_for_browsers_is_not():
    assert str(error_of(503, {}, None, "no\n server", "asked")) == "asked: no server"
    assert str(error_of(502, {}, None, "<html>Bad</html>", "asked")) == "asked: status 502"


def test_a_long_message_is_cut():
    assert len(str(error_of(400, {}, {"x": {"message": "a" * 9000}}, "", "asked"))) < 1100


def test_the_id_of_the_request_is_told_by_either_header():
    for header in ("x-openstack-request-id", "x-compute-request-id"):
        assert error_of(400, {header: "req-1"}, None, "", "asked").request_id == "req-1"


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (302, CloudRefused),
        (400, CloudRefused),
        (404, CloudNotFound),
        (408, CloudUnavailable),
        (409, CloudConflict),
        (410, CloudNotFound),
        (413, CloudRefused),
        (429, CloudUnavailable),
        (500, CloudUnavailable),
    ],
)
def test_a_status_means_one_kind_of_error(status, kind):
    assert type(error_of(status, {}, None, "", "asked")) is kind


@given(JSON)
def test_any_body_has_a_saying_or_none(body):
    assert saying(body) is None or saying(body)

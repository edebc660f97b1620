"""When a request is sent again, and after how long."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from calor.cloud.calls import Answer, Call, Missed, pause_before_repeating, retry_after
from calor.cloud.settings import Patience
from calor.core.errors import CloudUnavailable

PATIENCE = Patience(repeats=3, first_pause=1.0, longest_pause=3.0)
SAFE = Call(gate="a", method="GET", url="/", asked="a thing", may_repeat=True)
UNSAFE = Call(gate="a", method="POST", url="/", asked="a thing")
SENT = Missed(CloudUnavailable("x"), was_sent=True)
NOT_SENT = Missed(CloudUnavailable("x"), was_sent=False)


def is_repeated(call, outcome, attempt=0):
    return pause_before_repeating(call, outcome, attempt, PATIENCE) is not None


@pytest.mark.parametrize("outcome", [SENT, Answer(502, {}, None), Answer(503, {}, None)])
def test_what_may_have_been_acted_upon_is_repeated_only_if_that_does_no_harm(outcome):
    assert is_repeated(SAFE, outcome)
    assert not is_repeated(UNSAFE, outcome)


@pytest.mark.parametrize("outcome", [NOT_SENT, Answer(429, {}, None)])
def test_what_cannot_have_been_acted_upon_is_always_repeated(outcome):
    assert is_repeated(SAFE, outcome)
    assert is_repeated(UNSAFE, outcome)


@pytest.mark.parametrize("status", [200, 400, 404, 409, 500])
def test_what_would_be_answered_the_same_again_is_not_repeated(status):
    assert not is_repeated(SAFE, Answer(status, {}, None))


def test_pauses_grow_to_the_longest_and_then_it_is_enough():
    pauses = [pause_before_repeating(SAFE, SENT, one, PATIENCE) for one in range(4)]
    assert 0.5 <= (pauses[0] or 0) <= 1.0
    assert 1.5 <= (pauses[2] or 0) <= 3.0
    assert pauses[3] is None


def test_a_service_says_when_to_come_again():
    soon = datetime.now(UTC) + timedelta(seconds=60)
    assert retry_after({"retry-after": "7"}) == 7
    assert 50 < (retry_after({"retry-after": format_datetime(soon, usegmt=True)}) or 0) <= 60
    assert retry_after({"retry-after": "soon"}) is None
    assert retry_after({}) is None


def test_nobody_waits_longer_than_patience_lasts():
    told = Answer(429, {"retry-after": "3600"}, None)
    assert pause_before_repeating(SAFE, told, 0, PATIENCE) == 3.0


def test_a_call_shows_nothing_secret():
    headers = {"X-Auth-Token": "t0p"}
    call = Call(gate="a", method="PUT", url="/", asked="x", headers=headers, body=b"t0p")
    assert "t0p" not in repr(call)

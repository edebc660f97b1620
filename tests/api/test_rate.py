"""Nobody asks more often than they may."""

import pytest

from calor.api.caller import Caller
from calor.api.faults import TooManyRequests
from calor.api.rate import Buckets, Rate, RateSettings, RequestRates


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


def caller(user, project="here"):
    return Caller(user_id=user, project_id=project)


def test_a_burst_is_allowed_then_as_many_as_time_gives(clock):
    buckets = Buckets(Rate(per_second=2, burst=3), clock=clock)
    for _ in range(3):
        buckets.take("ann")
    with pytest.raises(TooManyRequests) as refusal:
        buckets.take("ann")
    assert refusal.value.retry_after == 1
    clock.now = 0.5
    buckets.take("ann")
    with pytest.raises(TooManyRequests):
        buckets.take("ann")


def test_a_long_wait_gives_no_more_than_a_burst(clock):
    buckets = Buckets(Rate(per_second=1, burst=2), clock=clock)
    buckets.take("ann")
    clock.now = 1000.0
    buckets.take("ann")
    buckets.take("ann")
    with pytest.raises(TooManyRequests):
        buckets.take("ann")


def test_how_long_to_wait_is_told_in_whole_seconds(clock):
    buckets = Buckets(Rate(per_second=0.1, burst=1), clock=clock)
    buckets.take("ann")
    clock.now = 0.5
    with pytest.raises(TooManyRequests, match="in 10 s"):
        buckets.take("ann")


def test_a_refusal_costs_nothing(clock):
    buckets = Buckets(Rate(per_second=1, burst=1), clock=clock)
    buckets.take("ann")
    for _ in range(10):
        with pytest.raises(TooManyRequests):
            buckets.take("ann")
    clock.now = 1.0
    buckets.take("ann")


def test_without_a_rate_there_is_no_limit_and_no_memory(clock):
    buckets = Buckets(Rate(), clock=clock)
    for _ in range(1000):
        buckets.take("ann")
    assert len(buckets) == 0


def test_memory_is_bounded_and_the_longest_unseen_are_forgotten(clock):
    buckets = Buckets(Rate(per_second=1, burst=1), clock=clock, most=2)
    for name in ("ann", "bob", "eve"):
        buckets.take(name)
    assert len(buckets) == 2
    buckets.take("ann")
    with pytest.raises(TooManyRequests):
        buckets.take("eve")


def test_callers_are_told_apart_by_user_and_project(clock):
    rates = RequestRates(RateSettings(callers=Rate(per_second=1, burst=1)), clock=clock)
    rates.admit(caller("ann"))
    rates.admit(caller("ann", "there"))
    rates.admit(caller("bob"))
    with pytest.raises(TooManyRequests):
        rates.admit(caller("ann"))


def test_an_address_pays_for_refusals_only(clock):
    rates = RequestRates(RateSettings(addresses=Rate(per_second=1, burst=2)), clock=clock)
    for _ in range(10):
        rates.admit_stranger("192.0.2.1")
    rates.refused("192.0.2.1")
    rates.refused("192.0.2.1")
    with pytest.raises(TooManyRequests):
        rates.admit_stranger("192.0.2.1")
    rates.admit_stranger("192.0.2.2")

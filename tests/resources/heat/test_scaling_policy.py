import asyncio

import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.plugin.addresses import Addresses
from calor.plugin.resource import Sibling
from calor.plugin.scaling import Adjustment, Measure
from calor.resources.heat.scaling_policy import ScalingPolicy
from tests.resources.heat.driving import MemoryHere, attribute, made, problems, run, shown
from tests.resources.users import MemoryUsers

GIVEN = {
    "auto_scaling_group_id": "g",
    "adjustment_type": "percent_change_in_capacity",
    "scaling_adjustment": 50,
    "min_adjustment_step": 2,
    "cooldown": 60,
}


def test_a_signal_asks_the_group():
    here = MemoryHere(siblings={"g": Sibling(type="OS::Heat::AutoScalingGroup")})
    assert asyncio.run(made(ScalingPolicy, **GIVEN).signal(here, None)) is None
    wish = Adjustment(
        measure=Measure.PERCENT,
        amount=50,
        least=2,
        cooldown=60,
        words="percent_change_in_capacity : 50",
    )
    assert here.adjustments == [("g", wish)]


def test_a_group_that_is_not_there_cannot_be_asked():
    here = MemoryHere()
    with pytest.raises(ResourceFailed, match="'g'"):
        asyncio.run(made(ScalingPolicy, **GIVEN).signal(here, {}))


def test_alarms_have_a_signed_address_and_others_one_that_needs_a_token():
    places = Addresses(api="http://api/v1/%(project)s/", cfn="http://cfn/v1/")
    here = MemoryHere(stack_users=MemoryUsers(), addresses=places)
    policy = made(ScalingPolicy, **GIVEN)
    run(here, policy, Action.CREATE)
    url = "http://api/v1/owner/stacks/stack/1/resources/it/signal"
    assert shown(here, policy) == {"signal_url": url}
    alarm = attribute(here, policy, "alarm_url")
    assert alarm.startswith(
        "http://cfn/v1/signal/arn%3Aopenstack%3Aheat%3A%3Aowner%3Astacks/stack/"
    )
    assert "Timestamp" not in alarm
    run(here, policy, Action.SUSPEND)
    run(here, policy, Action.RESUME)
    run(here, policy, Action.DELETE)
    assert here.stack_users.passwords == {}


def test_a_least_step_is_only_for_percentages():
    assert problems(ScalingPolicy, **GIVEN) == []
    wrong = GIVEN | {"adjustment_type": "exact_capacity"}
    assert problems(ScalingPolicy, **wrong) != []
    assert problems(ScalingPolicy, **wrong | {"adjustment_type": UNKNOWN}) == []

import asyncio

from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.plugin.addresses import Addresses
from calor.plugin.resource import Sibling
from calor.plugin.scaling import Adjustment, Measure
from calor.resources.aws.scaling_policy import ScalingPolicy
from tests.resources.heat.driving import MemoryHere, attribute, made, problems, run
from tests.resources.users import MemoryUsers

GIVEN = {
    "AutoScalingGroupName": "g",
    "AdjustmentType": "ChangeInCapacity",
    "ScalingAdjustment": "-1",
    "Cooldown": 60,
}


def test_a_signal_asks_the_group():
    here = MemoryHere(siblings={"g": Sibling(type="AWS::AutoScaling::AutoScalingGroup")})
    asyncio.run(made(ScalingPolicy, **GIVEN).signal(here, None))
    words = "ChangeInCapacity : -1"
    wish = Adjustment(measure=Measure.CHANGE, amount=-1, cooldown=60, words=words)
    assert here.adjustments == [("g", wish)]


def test_a_reference_gives_the_signed_address():
    here = MemoryHere(stack_users=MemoryUsers(), addresses=Addresses(cfn="http://cfn/v1"))
    policy = made(ScalingPolicy, **GIVEN)
    run(here, policy, Action.CREATE)
    url = policy.reference_id(here)
    assert url.startswith("http://cfn/v1/signal/arn")
    assert attribute(here, policy, "AlarmUrl") == url


def test_a_least_step_is_only_for_percentages():
    assert problems(ScalingPolicy, **GIVEN, MinAdjustmentStep=1) != []
    assert problems(ScalingPolicy, **GIVEN | {"AdjustmentType": UNKNOWN}, MinAdjustmentStep=1) == []
    percent = GIVEN | {"AdjustmentType": "PercentChangeInCapacity"}
    assert problems(ScalingPolicy, **percent, MinAdjustmentStep=1) == []

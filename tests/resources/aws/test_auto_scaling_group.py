import pytest

from calor.core.errors import ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.plugin.resource import Sibling
from calor.plugin.scaling import Adjustment, Measure
from calor.resources.aws.auto_scaling_group import AutoScalingGroup
from tests.resources.heat.driving import Scaling, made, policy_of, problems

CREATE, UPDATE = Action.CREATE, Action.UPDATE


def given(low=1, high=5, configuration="first", **more):
    return {
        "AvailabilityZones": ["nova"],
        "LaunchConfigurationName": configuration,
        "MinSize": low,
        "MaxSize": high,
        **more,
    }


def group(*bounds, **more):
    return made(AutoScalingGroup, **given(*bounds, **more))


def stack_with(*configurations):
    stack = Scaling()
    for name in configurations:
        properties = {"ImageId": name, "InstanceType": "m1"}
        kind = "AWS::AutoScaling::LaunchConfiguration"
        stack.here.siblings[name] = Sibling(type=kind, properties=properties)
    return stack


def adjust(stack, one, measure, amount):
    adjustment = Adjustment(measure=measure, amount=amount, cooldown=0, words="w")
    phase = one.adjusted(stack.here, stack.child(), adjustment)
    if phase is None:
        return None
    stack.apply(phase)
    one.adjustment_over(stack.here, stack.child(), is_done=True)
    return len(stack.members)


def test_a_group_has_its_desired_size_and_keeps_what_signals_made_of_it():
    stack = stack_with("first")
    assert stack.roll_out(group(DesiredCapacity=2), CREATE) == ["+a +b"]
    assert adjust(stack, group(), Measure.CHANGE, 1) == 3
    assert adjust(stack, group(), Measure.EXACT, 99) == 5
    assert adjust(stack, group(), Measure.EXACT, 99) is None
    assert len(stack.roll_out(group(), UPDATE)) == 1
    assert len(stack.members) == 5
    stack.roll_out(group(1, 2), UPDATE)
    assert len(stack.members) == 2


def test_after_each_change_a_group_rests():
    stack = stack_with("first")
    stack.roll_out(group(Cooldown=60), CREATE)
    assert adjust(stack, group(Cooldown=60), Measure.CHANGE, 1) is None
    stack.here.clock += 61
    assert adjust(stack, group(Cooldown=60), Measure.CHANGE, 1) == 2


def test_a_new_launch_configuration_is_rolled_out_in_batches():
    stack = stack_with("first", "second")
    rolling = {"MaxBatchSize": 1, "PauseTime": "PT1M"}
    stack.here.update_policy = policy_of(AutoScalingGroup, AutoScalingRollingUpdate=rolling)
    stack.roll_out(group(2), CREATE)
    lines = stack.roll_out(group(2, configuration="second"), UPDATE)
    assert lines == ["[a] b", "after 60s: a [b]"]


def test_instances_know_their_group_and_are_in_its_subnet():
    stack = stack_with("first")
    stack.roll_out(group(VPCZoneIdentifier=["net"], Tags=[{"Key": "k", "Value": "v"}]), CREATE)
    (member,) = stack.members.values()
    assert member.definition["Properties"] == {
        "ImageId": "first",
        "InstanceType": "m1",
        "SubnetId": "net",
        "Tags": [
            {"Key": "k", "Value": "v"},
            {"Key": "metering.groupname", "Value": "it"},
            {"Key": "metering.AutoScalingGroupName", "Value": "it"},
        ],
    }


def test_the_addresses_can_be_read():
    stack = stack_with("first")
    stack.roll_out(group(2), CREATE)
    shown = group(2).child_attribute(stack.here, stack.child(), ("InstanceList",))
    assert shown == "0.0.0.0,0.0.0.0"


def test_an_instance_cannot_be_taken_after_yet():
    one = made(AutoScalingGroup, AvailabilityZones=[], InstanceId="i", MinSize=1, MaxSize=2)
    with pytest.raises(ResourceFailed, match="InstanceId"):
        stack_with().roll_out(one, CREATE)


@pytest.mark.parametrize(
    "wrong",
    [
        given(3, 2),
        given(-1, 2),
        given(1, 10**6),
        given(1, 2, DesiredCapacity=3),
        given(VPCZoneIdentifier=["a", "b"]),
        given(InstanceId="i"),
        given(configuration=""),
    ],
)
def test_properties_that_do_not_go_together(wrong):
    assert problems(AutoScalingGroup, **wrong) != []


def test_what_is_not_known_yet_may_be_right():
    unknown = given(UNKNOWN, 2, configuration=UNKNOWN, VPCZoneIdentifier=UNKNOWN)
    assert problems(AutoScalingGroup, **unknown) == []

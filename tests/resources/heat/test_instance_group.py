"""Groups of instances: members of drawn names, made from a launch configuration."""

import pytest

from calor.core.errors import EvaluationError, ResourceFailed
from calor.core.state import Action
from calor.core.values import UNKNOWN
from calor.plugin.nested import Child
from calor.plugin.resource import Sibling
from calor.resources.heat.instance_group import InstanceGroup
from calor.resources.heat.launching import NO_ADDRESS
from tests.resources.heat.driving import Scaling, made, policy_of, problems

CREATE, UPDATE = Action.CREATE, Action.UPDATE
CONFIGURATION = "AWS::AutoScaling::LaunchConfiguration"


def given(size, configuration="first", **more):
    return {
        "AvailabilityZones": ["nova"],
        "LaunchConfigurationName": configuration,
        "Size": size,
        **more,
    }


def group(size, configuration="first", **more):
    return made(InstanceGroup, **given(size, configuration, **more))


def stack_with(*configurations, **rolling):
    stack = Scaling()
    stack.here.siblings = {
        name: Sibling(
            type=CONFIGURATION, properties={"ImageId": name, "InstanceType": "m1", "KeyName": None}
        )
        for name in configurations
    }
    if rolling:
        stack.here.update_policy = policy_of(InstanceGroup, RollingUpdate=rolling)
    return stack


def images(stack):
    return sorted(one.definition["Properties"]["ImageId"] for one in stack.members.values())


def test_a_group_has_as_many_members_as_wanted_and_the_oldest_go_first():
    stack = stack_with("first")
    assert stack.roll_out(group(2), CREATE) == ["+a +b"]
    assert stack.roll_out(group(3), UPDATE) == ["a b +c"]
    assert stack.roll_out(group(3), UPDATE) == ["a b c"]
    assert stack.roll_out(group(1), UPDATE) == ["-a -b c"]
    assert stack.roll_out(group(0), UPDATE) == ["-c"]


def test_a_member_is_what_the_launch_configuration_says():
    stack = stack_with("first")
    hints, metadata = [{"Key": "k", "Value": "v", "More": None}], {"deploy": "me"}
    properties = {"ImageId": "fedora", "UserData": None, "NovaSchedulerHints": hints}
    stack.here.siblings["first"] = Sibling(
        type=CONFIGURATION, properties=properties, metadata=metadata
    )
    stack.here.begin(CREATE)
    phase = group(1, Tags=[{"Key": "role", "Value": "web"}]).next_phase(stack.here, None)
    assert phase.registry == {"OS::Heat::ScaledResource": "AWS::EC2::Instance"}
    assert phase.template["HeatTemplateFormatVersion"] == "2012-12-12"
    (member,) = phase.template["Resources"].values()
    assert member == {
        "Type": "OS::Heat::ScaledResource",
        "Properties": {
            "ImageId": "fedora",
            "NovaSchedulerHints": [{"Key": "k", "Value": "v"}],
            "Tags": [
                {"Key": "role", "Value": "web"},
                {"Key": "metering.groupname", "Value": "it"},
            ],
        },
        "Metadata": metadata,
    }


def test_a_tag_for_metering_is_added_only_where_there_is_none():
    stack = stack_with("first")
    own = [{"Key": "metering.mine", "Value": "1"}]
    stack.roll_out(group(1, Tags=own), CREATE)
    (member,) = stack.members.values()
    assert member.definition["Properties"]["Tags"] == own


def test_a_new_launch_configuration_is_rolled_out_in_batches_with_pauses():
    stack = stack_with("first", "second", MaxBatchSize=2, PauseTime="PT1M", MinInstancesInService=1)
    stack.roll_out(group(3), CREATE)
    assert stack.roll_out(group(4, "second"), UPDATE) == [
        "[a] [b] c",
        "after 60s: a b [c]",
        "a b c +d",
    ]
    assert images(stack) == ["second"] * 4


def test_without_a_policy_only_new_members_have_the_new_launch_configuration():
    stack = stack_with("first", "second", "third")
    stack.roll_out(group(2), CREATE)
    assert stack.roll_out(group(3, "second"), UPDATE) == ["a b +c"]
    assert images(stack) == ["first", "first", "second"]
    stack.here.update_policy = policy_of(InstanceGroup, RollingUpdate={"MaxBatchSize": 9})
    assert stack.roll_out(group(3, "second"), UPDATE) == ["a b c"]
    assert stack.roll_out(group(3, "third"), UPDATE) == ["[a] [b] [c]"]


def test_what_was_not_rolled_out_to_the_end_is_rolled_out_by_the_next_update():
    stack = stack_with("first", "second", MaxBatchSize=1)
    stack.roll_out(group(2), CREATE)
    stack.here.begin(UPDATE)
    group(2, "second").next_phase(stack.here, stack.child())
    assert stack.roll_out(group(2, "second"), UPDATE) == ["[a] b", "a [b]"]


def test_a_group_whose_update_was_given_up_goes_back():
    stack = stack_with("first", "second", MaxBatchSize=1)
    stack.roll_out(group(2), CREATE)
    stack.here.begin(UPDATE)
    stack.apply(group(2, "second").next_phase(stack.here, stack.child()))
    assert images(stack) == ["first", "second"]
    assert stack.roll_out(group(2), UPDATE) == ["[a] b"]


def test_a_group_without_its_launch_configuration_cannot_be():
    stack = stack_with()
    with pytest.raises(ResourceFailed, match="nothing in this stack is referred to by 'first'"):
        stack.roll_out(group(1), CREATE)


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        ({"PauseTime": "PT1H1S"}, "at most PT1H"),
        ({"PauseTime": "soon"}, "no duration"),
        ({"MaxBatchSize": 0}, "at least 1"),
    ],
)
def test_a_policy_that_cannot_be_followed_is_refused_at_once(policy, reason):
    with pytest.raises(ResourceFailed, match=reason):
        stack_with("first", **policy).roll_out(group(1), CREATE)


def test_pauses_longer_than_the_timeout_fail_the_update():
    stack = stack_with("first", "second", PauseTime="PT30M")
    stack.roll_out(group(3), CREATE)
    with pytest.raises(ResourceFailed, match="raise its timeout"):
        stack.roll_out(group(3, "second"), UPDATE)


def test_the_addresses_of_members_in_service_are_listed():
    stack = stack_with("first")
    stack.here.reads = [("InstanceList",)]
    it = group(3)
    stack.roll_out(it, CREATE)
    stack.fail(stack.called("b"))
    first, last = stack.called("a"), stack.called("c")
    read = it.child_attribute(stack.here, stack.child(), ("InstanceList",))
    assert read == f"{first}.PublicIp,{last}.PublicIp"
    with pytest.raises(EvaluationError):
        it.child_attribute(stack.here, stack.child(), ("other",))


def test_a_member_without_an_address_and_a_group_without_members_are_shown_all_the_same():
    stack = stack_with("first")
    it = group(1)
    stack.roll_out(it, CREATE)
    assert it.child_attribute(stack.here, stack.child(), ("InstanceList",)) == NO_ADDRESS
    assert it.child_attribute(stack.here, Child(), ()) == {"InstanceList": None}


@pytest.mark.parametrize(("size", "number"), [(0, 0), (-1, 1), (10**9, 1), (UNKNOWN, 0)])
def test_the_size_must_be_possible(size, number):
    assert len(problems(InstanceGroup, **given(size))) == number

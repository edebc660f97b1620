"""The resource types of Amazon's that need no cloud."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "AWS::AutoScaling::AutoScalingGroup": "auto_scaling_group:AutoScalingGroup",
    "AWS::AutoScaling::LaunchConfiguration": "launch_configuration:LaunchConfiguration",
    "AWS::AutoScaling::ScalingPolicy": "scaling_policy:ScalingPolicy",
    "AWS::CloudFormation::WaitCondition": "wait_condition:WaitCondition",
    "AWS::CloudFormation::WaitConditionHandle": "wait_condition_handle:WaitConditionHandle",
}

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()})

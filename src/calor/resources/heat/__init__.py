"""The resource types that need no cloud: values, waiting, configurations, and groups of others."""

from typing import Final

from calor.resources.on_demand import OnDemand

PLACES: Final = {
    "OS::Heat::AutoScalingGroup": "auto_scaling_group:AutoScalingGroup",
    "OS::Heat::CloudConfig": "cloud_config:CloudConfig",
    "OS::Heat::Delay": "delay:Delay",
    "OS::Heat::InstanceGroup": "instance_group:InstanceGroup",
    "OS::Heat::MultipartMime": "multipart_mime:MultipartMime",
    "OS::Heat::None": "none:Nothing",
    "OS::Heat::RandomString": "random_string:RandomString",
    "OS::Heat::ResourceChain": "resource_chain:ResourceChain",
    "OS::Heat::ResourceGroup": "resource_group:ResourceGroup",
    "OS::Heat::ScalingPolicy": "scaling_policy:ScalingPolicy",
    "OS::Heat::SoftwareConfig": "software_config:SoftwareConfig",
    "OS::Heat::Stack": "remote_stack:RemoteStack",
    "OS::Heat::StructuredConfig": "structured_config:StructuredConfig",
    "OS::Heat::TestResource": "test_resource:ResourceForTests",
    "OS::Heat::Value": "value:TypedValue",
    "OS::Heat::WaitCondition": "wait_condition:WaitCondition",
    "OS::Heat::WaitConditionHandle": "wait_condition_handle:WaitConditionHandle",
}

ELSEWHERE: Final = {
    "OS::Heat::UpdateWaitConditionHandle": (
        "calor.resources.aws.wait_condition_handle:UpdateWaitConditionHandle"
    ),
}
"""What is so much like a type of Amazon's that it stands beside it."""

TYPES: Final = OnDemand({name: f"{__name__}.{place}" for name, place in PLACES.items()} | ELSEWHERE)

"""Pseudo parameters: what every template may ask about its own stack."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from calor.core.template.language import Language
from calor.core.values import UNKNOWN, Value

HOT_NAMES: Final = ("OS::stack_id", "OS::stack_name", "OS::project_id", "OS::region")
CFN_NAMES: Final = ("AWS::StackId", "AWS::StackName", "AWS::Region")
AWS_REGIONS: Final = (
    "us-east-1",
    "us-west-1",
    "us-west-2",
    "sa-east-1",
    "eu-west-1",
    "ap-southeast-1",
    "ap-northeast-1",
)
AWS_DEFAULT_REGION: Final = "ap-southeast-1"


@dataclass(frozen=True, slots=True, kw_only=True)
class StackIdentity:
    """What a stack knows of itself; parts that are not known yet are `UNKNOWN`."""

    name: Value = UNKNOWN
    id: Value = UNKNOWN
    arn: Value = UNKNOWN
    project_id: Value = UNKNOWN
    region: str | None = None


def pseudo_parameters(language: Language, stack: StackIdentity) -> Mapping[str, Value]:
    """Return the pseudo parameters of a template of this language.

    CloudFormation knows a stack by its ARN and only regions of Amazon's; HOT has
    a region only where the operator named one.
    """
    if language is Language.CFN:
        region = stack.region if stack.region in AWS_REGIONS else AWS_DEFAULT_REGION
        return {
            "AWS::StackId": stack.arn,
            "AWS::StackName": stack.name,
            "AWS::Region": region,
        }
    values = {
        "OS::stack_id": stack.id,
        "OS::stack_name": stack.name,
        "OS::project_id": stack.project_id,
    }
    return values if stack.region is None else {**values, "OS::region": stack.region}

from calor.core.template.language import Language
from calor.core.template.parameters.pseudo import (
    CFN_NAMES,
    HOT_NAMES,
    StackIdentity,
    pseudo_parameters,
)
from calor.core.values import UNKNOWN

STACK = StackIdentity(name="web", id="uuid", arn="arn:x", project_id="p", region="RegionOne")


def test_hot_knows_the_stack_by_id():
    assert pseudo_parameters(Language.HOT, STACK) == {
        "OS::stack_id": "uuid",
        "OS::stack_name": "web",
        "OS::project_id": "p",
        "OS::region": "RegionOne",
    }


def test_hot_has_no_region_where_none_is_named():
    assert "OS::region" not in pseudo_parameters(Language.HOT, StackIdentity(name="web"))


def test_cloudformation_knows_the_stack_by_arn_and_amazons_regions_only():
    assert pseudo_parameters(Language.CFN, STACK) == {
        "AWS::StackId": "arn:x",
        "AWS::StackName": "web",
        "AWS::Region": "ap-southeast-1",
    }
    there = pseudo_parameters(Language.CFN, StackIdentity(region="eu-west-1"))
    assert there["AWS::Region"] == "eu-west-1"


def test_what_is_not_known_yet_is_unknown():
    assert pseudo_parameters(Language.HOT, StackIdentity(name="web"))["OS::stack_id"] is UNKNOWN


def test_every_name_is_listed():
    assert set(pseudo_parameters(Language.HOT, STACK)) == set(HOT_NAMES)
    assert set(pseudo_parameters(Language.CFN, STACK)) == set(CFN_NAMES)

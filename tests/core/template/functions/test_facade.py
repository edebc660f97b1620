import pytest

from tests.core.template.trial import CFN, PARTS, error_of, value_of


@pytest.mark.parametrize("part", PARTS)
def test_resource_facade_asks_the_parent(part):
    assert value_of({"resource_facade": part}) == PARTS[part]


def test_fn_resource_facade_spells_parts_as_cloudformation_does():
    assert value_of({"Fn::ResourceFacade": "DeletionPolicy"}, CFN) == "Retain"
    assert "Metadata or DeletionPolicy" in error_of({"Fn::ResourceFacade": "metadata"}, CFN)


@pytest.mark.parametrize("part", ["Metadata", None, [], {"get_param": "p"}])
def test_the_part_is_a_literal_word(part):
    assert "must have the form metadata or" in error_of({"resource_facade": part})

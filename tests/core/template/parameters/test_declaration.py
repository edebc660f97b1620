import pytest

from calor.core.template.parameters.declaration import Parameter, ParameterKind, hot_rules


@pytest.mark.parametrize(
    ("version", "has_modulo", "has_tags"),
    [
        ("2013-05-23", False, False),
        ("2016-10-14", False, False),
        ("2017-02-24", True, False),
        ("2017-09-01", True, False),
        ("2018-03-02", True, True),
        ("2021-04-16", True, True),
    ],
)
def test_each_version_has_its_words(version, has_modulo, has_tags):
    rules = hot_rules(version)
    assert ("modulo" in rules.constraints, "tags" in rules.keys) == (has_modulo, has_tags)


def test_a_parameter_without_label_is_shown_by_name():
    assert Parameter(name="size", kind=ParameterKind.NUMBER).shown_label == "size"
    assert Parameter(name="size", kind=ParameterKind.NUMBER, label="Size").shown_label == "Size"


def test_a_default_of_null_is_none():
    assert not Parameter(name="size", kind=ParameterKind.NUMBER).has_default
    assert Parameter(name="size", kind=ParameterKind.NUMBER, default=0).has_default

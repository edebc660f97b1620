import pytest

from calor.core.values import ABSENT, UNKNOWN, has_unknown, kind_of


def test_an_unknown_value_is_neither_true_nor_false():
    with pytest.raises(TypeError):
        bool(UNKNOWN)


def test_values_can_be_unknown_inside():
    assert has_unknown({"a": [1, (UNKNOWN,)]})
    assert has_unknown(UNKNOWN)
    assert not has_unknown({"a": [1, "UNKNOWN", None]})


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        (None, "null"),
        (True, "boolean"),
        (1, "number"),
        (1.5, "number"),
        ("x", "string"),
        ({}, "map"),
        ([], "list"),
        (UNKNOWN, "unknown"),
        (ABSENT, "absent"),
    ],
)
def test_kinds_are_named_as_authors_do(value, kind):
    assert kind_of(value) == kind

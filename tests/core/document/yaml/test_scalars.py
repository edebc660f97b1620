import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.document.parse import parse_document
from calor.core.document.yaml.scalars import key_text
from tests.core.document.asking import refusal, value_of


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("yes", True),
        ("No", False),
        ("on", True),
        ("OFF", False),
        ("true", True),
        ("y", "y"),
        ("'yes'", "yes"),
        ("0o17", "0o17"),
        ("017", 15),
        ("0x1F", 31),
        ("0b11", 3),
        ("1_000", 1000),
        ("1:30", 90),
        ("-1:30.5", -90.5),
        ("1.5", 1.5),
        ("1.5e+3", 1500.0),
        ("1e3", "1e3"),
        ("~", None),
        ("", None),
        ("null", None),
        ("=", "="),
        ("2013-05-23", "2013-05-23"),
        ("2001-12-14t21:59:43.10-05:00", "2001-12-14t21:59:43.10-05:00"),
        ("08", "08"),
        ("NaN", "NaN"),
    ],
)
def test_plain_scalars_are_of_the_type_yaml_1_1_gives_them(text, value):
    found = value_of(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("!!str 12", "12"),
        ("!!int '12'", 12),
        ("!!float 1", 1.0),
        ("!!bool 'yes'", True),
        ("!!null x", None),
        ("!!timestamp 2013-05-23", "2013-05-23"),
        ("!!map {a: 1}", {"a": 1}),
        ("!!seq [1]", [1]),
        ("! {a: 1}", {"a": 1}),
        ('! "12"', 12),
    ],
)
def test_tags_of_yaml_itself_are_followed(text, value):
    found = value_of(text)
    assert found == value


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("!!int x", "an integer"),
        ("!!int ''", "an integer"),
        ("0x_", "an integer"),
        ("!!float x", "a number"),
        ("!!bool x", "a boolean"),
    ],
)
def test_a_scalar_that_is_not_of_its_type_is_refused(text, kind):
    assert f"cannot be read as {kind}; put it in quotes if it is text" in refusal(f"a: {text}")


@pytest.mark.parametrize("text", [".nan", ".NaN", ".inf", "-.INF", "1.0e+999", "!!float inf"])
def test_yaml_numbers_that_are_not_finite_are_refused(text):
    assert "is not a finite number" in refusal(f"a: {text}")


@pytest.mark.parametrize(
    ("key", "text"),
    [("1", "1"), ("0x10", "16"), ("true", "true"), ("no", "false"), ("~", "null"), ("1.5", "1.5")],
)
def test_keys_become_the_text_json_gives_them(key, text):
    assert list(parse_document(f"{key}: x").value) == [text]


@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers() | st.text())
def test_numbers_as_keys_can_be_read_back(value):
    assert type(value)(key_text(value)) == value

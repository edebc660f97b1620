from fnmatch import fnmatchcase

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from calor.core.template.environment.glob import is_pattern, matches


@pytest.mark.parametrize(
    ("name", "pattern"),
    [
        ("web", "web"),
        ("web", "*"),
        ("web", "w*"),
        ("web", "*b"),
        ("web", "w?b"),
        ("web", "[vw]eb"),
        ("web", "[!x]eb"),
        ("web", "[a-z]*"),
        ("", "*"),
        ("[x", "[x"),
        ("a]b", "a[]]b"),
    ],
)
def test_a_pattern_matches(name, pattern):
    assert matches(name, pattern)


@pytest.mark.parametrize(
    ("name", "pattern"),
    [("web", "Web"), ("web", "we"), ("web", "w?"), ("web", "[!w]eb"), ("", "?"), ("web", "")],
)
def test_a_pattern_does_not_match(name, pattern):
    assert not matches(name, pattern)


def test_only_some_texts_are_patterns():
    assert is_pattern("w*")
    assert not is_pattern("web-1")


CHARACTERS = "ab-*?[]!c"


@given(st.text(CHARACTERS, max_size=8), st.text(CHARACTERS, max_size=8))
@example("b", "[a-c-]")
@example("]", "[!]]")
def test_patterns_mean_what_they_mean_to_python(name, pattern):
    assert matches(name, pattern) == fnmatchcase(name, pattern)


def test_many_stars_take_no_time():
    assert not matches("a" * 255, "*a" * 5000 + "b")

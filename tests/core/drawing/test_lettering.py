import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.drawing.lettering import brief, clean, fitted, text_width


def test_what_fits_is_left_alone():
    assert fitted("web_server", 13, 200) == "web_server"


def test_a_long_name_loses_its_middle():
    short = fitted("web_server_group_of_the_shop_member_17", 13, 150)
    assert short.startswith("web_")
    assert short.endswith("_17")
    assert "…" in short


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [("a\nb\tc", "a b c"), ("\x00\ud800", "\ufffd\ufffd"), ("naïve 名前", "naïve 名前")],
)
def test_nothing_remains_that_a_file_could_not_hold(text, cleaned):
    assert clean(text) == cleaned


def test_brief_text_keeps_both_its_ends():
    assert brief("short") == "short"
    assert brief("abcdefghij", 5) == "ab…ij"


def test_endless_text_ends():
    assert len(clean("x" * 1_000_000)) < 10_000


@given(st.text(), st.floats(20, 300))
def test_text_is_never_wider_than_its_room(text, width):
    assert text_width(fitted(text, 12, width), 12) <= width


def test_wide_letters_in_the_smallest_room_leave_only_the_mark():
    assert fitted("W00", 12, 20) == "…"

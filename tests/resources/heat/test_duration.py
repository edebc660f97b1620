from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calor.core.errors import ResourceFailed
from calor.resources.heat.duration import seconds_of


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("PT0S", 0), ("PT15S", 15), ("PT2M", 120), ("PT1H30M", 5400), ("PT1H1M1S", 3661), ("PT", 0)],
)
def test_hours_minutes_and_seconds_are_added_up(text, seconds):
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "15", "P1D", "PT1S2M", "PT1.5S", "pt1s", "PT1S\n", "PT٣S"])
def test_anything_else_is_refused(text):
    with pytest.raises(ResourceFailed, match="is no duration"):
        seconds_of(text)


@given(st.text(alphabet="PTHMS0123456789"))
def test_whatever_is_given_is_a_duration_or_refused(text):
    with suppress(ResourceFailed):
        assert seconds_of(text) >= 0

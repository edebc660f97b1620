"""Durations as CloudFormation writes them: `PT1H30M` is an hour and a half."""

import re
from typing import Final

from calor.core.errors import ResourceFailed
from calor.core.source import shorten

DURATION: Final = re.compile(r"PT(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?(?:([0-9]{1,9})S)?")


def seconds_of(duration: str) -> int:
    """Return how many seconds a duration has; days and what is longer cannot be said."""
    found = DURATION.fullmatch(duration)
    if found is None:
        raise ResourceFailed(f"{shorten(duration)} is no duration; write one such as PT1H30M15S")
    hours, minutes, seconds = (int(one or 0) for one in found.groups())
    return (hours * 60 + minutes) * 60 + seconds

"""The arithmetic of scaling: how large a group becomes, and when it may change again.

When it may is told by the group's metadata, for users to read.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from calor.core.values import Value
from calor.plugin.resource import Here
from calor.plugin.scaling import Adjustment, Measure

BUSY: Final = "scaling_in_progress"
END: Final = "cooldown_end"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How many members a group may have, and how long it rests after a change."""

    low: int
    high: int
    cooldown: float | None = None


def begin_change(here: Here, size: int, bounds: Bounds, adjustment: Adjustment) -> int | None:
    """Return the size that a group is to have; none if it keeps the one it has."""
    wanted = new_size(size, adjustment, bounds)
    if wanted == size or here.metadata.get(BUSY) or here.now() < _end(here.metadata):
        return None
    cooldown = bounds.cooldown if adjustment.cooldown is None else adjustment.cooldown
    here.metadata[BUSY] = True
    here.data["adjusting"] = {"cooldown": cooldown, "words": adjustment.words}
    return wanted


def end_change(here: Here, *, is_done: bool) -> None:
    """Note that a change has come to its end; if it was done, the group rests for a while."""
    change = here.data.pop("adjusting", None) or {}
    if BUSY in here.metadata:
        here.metadata[BUSY] = False
    if is_done:
        rest(here, change.get("cooldown"), change.get("words") or "")


def rest(here: Here, cooldown: float | None, words: str) -> None:
    """Have a group keep its size for a while."""
    now = here.now()
    end = max(now + max(cooldown or 0.0, 0.0), _end(here.metadata))
    here.metadata[END] = {_written(min(end, now + MOST_SECONDS)): words}


MOST_SECONDS: Final = 10 * 365 * 86400.0
"""No rest is longer, so that its end can be written down."""


def new_size(size: int, adjustment: Adjustment, bounds: Bounds) -> int:
    """Return the size that follows from an adjustment, within the bounds."""
    match adjustment.measure:
        case Measure.CHANGE:
            wanted = size + adjustment.amount
        case Measure.EXACT:
            wanted = adjustment.amount
        case Measure.PERCENT:
            wanted = size + _step(size * adjustment.amount / 100, adjustment.least)
    return int(min(max(wanted, bounds.low), bounds.high))


def _step(delta: float, least: int) -> float:
    """Round towards nothing, but to no less than one member, or to what is asked for at least."""
    if not delta or not math.isfinite(delta):
        return delta or -float(least)  # no change counts as one downwards, as in Heat
    size = max(math.floor(abs(delta)), 1, least)
    return math.copysign(size, delta)


def _end(metadata: Mapping[str, Value]) -> float:
    """Return when a group may change again; metadata may have been set to anything."""
    found = metadata.get(END)
    written = next(iter(found), None) if isinstance(found, Mapping) else None
    try:
        return datetime.fromisoformat(str(written)).replace(tzinfo=UTC).timestamp()
    except (ValueError, OverflowError):
        return 0.0


def _written(time: float) -> str:
    return datetime.fromtimestamp(time, UTC).replace(tzinfo=None).isoformat()

"""At most one engine writes: one that was away for too long finds that it has lost its tree."""

import pytest

from tests.simulation.cases import CASES
from tests.simulation.runs import differences, prepare, report, run
from tests.simulation.world import Crash

CLAIM = 1
"""An engine that stalls before it has read anything has nothing to write."""


@pytest.mark.parametrize("name", ["single/replace", "chain/create", "nested/delete"])
def test_the_late_write_of_an_engine_that_stalled_is_refused(name: str):
    case = CASES[name]
    start = prepare(case)
    usual = run(case, start)
    for number in range(CLAIM + 1, usual.counts["save"] + 1):
        stall = (Crash("save", number, "stall"),)
        other = run(case, start, stall)
        wrongs = differences(usual, other)
        assert not wrongs, report(case, stall, wrongs, other)
        assert other.lost

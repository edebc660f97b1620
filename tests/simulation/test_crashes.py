"""An engine may die before and after every save and every call: it ends as if none had died."""

from itertools import islice
from random import Random

import pytest

from tests.simulation.cases import CASES
from tests.simulation.runs import crash_points, differences, prepare, report, run
from tests.simulation.world import Crash

STRIDE = 12
"""Which share of the points is tried here; `python -m tests.simulation` tries all of them."""

DOUBLE = 1
"""How many pairs of crashes are tried for each case."""


@pytest.mark.parametrize("name", CASES)
def test_whatever_dies_the_end_is_the_same(name: str):
    case = CASES[name]
    chance = Random(name)
    start = prepare(case)
    usual = run(case, start)
    assert not usual.wrongs, report(case, (), usual.wrongs, usual)
    points = list(crash_points(usual.counts))
    plans: list[tuple[Crash, ...]] = [
        (one,) for one in islice(points, chance.randrange(STRIDE), None, STRIDE)
    ]
    for _ in range(DOUBLE):
        first, second = chance.choice(points), chance.choice(points)
        plans.append((first, Crash(second.kind, second.number // 2 + 1, second.when)))
    for crashes in plans:
        other = run(case, start, crashes)
        wrongs = differences(usual, other)
        assert not wrongs, report(case, crashes, wrongs, other)

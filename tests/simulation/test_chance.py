"""Random stacks, requests, faults and crashes: everything settles, and nothing is left behind."""

import pytest

from tests.simulation.chance import report, simulate


@pytest.mark.parametrize("seed", range(60))
def test_a_random_life_ends_well(seed: int):
    outcome = simulate(seed)
    assert not outcome.wrongs, report(seed, outcome)


def test_the_same_seed_gives_the_same_run():
    assert simulate(7).transcript == simulate(7).transcript

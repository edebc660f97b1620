"""Run simulations by hand: one case again, all of them, or random ones for as long as wanted."""

import argparse
import sys
import time

from click import echo

from tests.simulation import chance
from tests.simulation.cases import CASES
from tests.simulation.runs import crash_points, differences, prepare, report, run
from tests.simulation.world import Crash


def main() -> int:
    """Read the arguments and run what they ask for."""
    parser = argparse.ArgumentParser(prog="python -m tests.simulation")
    parser.add_argument("--case", action="append", help="a case by name; all if none is given")
    parser.add_argument("--crash", action="append", default=[], type=Crash.parse)
    parser.add_argument("--seed", type=int, help="one random simulation again")
    parser.add_argument("--minutes", type=float, help="random simulations for so long")
    parser.add_argument("--first", type=int, default=0, help="the seed to begin with")
    options = parser.parse_args()
    if options.seed is not None:
        echo(chance.report(options.seed, chance.simulate(options.seed)))
        return 0
    if options.minutes:
        return _soak(options.minutes, options.first)
    names = options.case or list(CASES)
    failed = 0
    for name in names:
        failed += _again(name, tuple(options.crash)) if options.crash else _all(name)
    return 1 if failed else 0


def _soak(minutes: float, first: int) -> int:
    """Run one random simulation after the other until the time is over."""
    seed, failed, end = first, 0, time.monotonic() + minutes * 60
    while time.monotonic() < end:
        outcome = chance.simulate(seed)
        if outcome.wrongs:
            failed += 1
            echo(f"seed {seed}: {outcome.wrongs[0][:300]}")
        seed += 1
    echo(f"{seed - first} random simulations, {failed} bad")
    return 1 if failed else 0


def _again(name: str, crashes: tuple[Crash, ...]) -> int:
    case = CASES[name]
    start = prepare(case)
    usual, other = run(case, start), run(case, start, crashes)
    wrongs = differences(usual, other)
    echo(report(case, crashes, wrongs, other))
    return bool(wrongs)


def _all(name: str) -> int:
    case = CASES[name]
    start = prepare(case)
    usual = run(case, start)
    bad = 0
    if usual.wrongs:
        echo(report(case, (), usual.wrongs, usual))
        return 1
    total = 0
    for crash in crash_points(usual.counts):
        other = run(case, start, (crash,))
        wrongs = differences(usual, other)
        total += 1
        if wrongs:
            bad += 1
            if bad == 1:
                echo(f"{name} {crash}: {wrongs[0][:600]}")
    echo(f"{name}: {total} crashes, {bad} bad")
    return bad


if __name__ == "__main__":
    sys.exit(main())

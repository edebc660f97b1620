"""Run simulations by hand: one case again, all of them, or random ones for as long as wanted."""

import argparse
import sys
import time

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
    options = parser.parse_args()
    if options.seed is not None:
        print(chance.report(options.seed, chance.simulate(options.seed)))
        return 0
    if options.minutes:
        return _soak(options.minutes)
    names = options.case or list(CASES)
    failed = 0
    for name in names:
        failed += _again(name, tuple(options.crash)) if options.crash else _all(name)
    return 1 if failed else 0


def _soak(minutes: float) -> int:
    """Run every case, then one random simulation after the other until the time is over."""
    seed, failed, end = 0, 0, time.monotonic() + minutes * 60
    while time.monotonic() < end:
        outcome = chance.simulate(seed)
        if outcome.wrongs:
            failed += 1
            print(f"seed {seed}: {outcome.wrongs[0][:300]}")
        seed += 1
    print(f"{seed} random simulations, {failed} bad")
    return 1 if failed else 0


def _again(name: str, crashes: tuple[Crash, ...]) -> int:
    case = CASES[name]
    start = prepare(case)
    usual, other = run(case, start), run(case, start, crashes)
    wrongs = differences(usual, other)
    print(report(case, crashes, wrongs, other))
    return bool(wrongs)


def _all(name: str) -> int:
    case = CASES[name]
    start = prepare(case)
    usual = run(case, start)
    bad = 0
    if usual.wrongs:
        print(report(case, (), usual.wrongs, usual))
        return 1
    total = 0
    for crash in crash_points(usual.counts):
        other = run(case, start, (crash,))
        wrongs = differences(usual, other)
        total += 1
        if wrongs:
            bad += 1
            if bad == 1:
                print(f"{name} {crash}: {wrongs[0][:600]}")
    print(f"{name}: {total} crashes, {bad} bad")
    return bad


if __name__ == "__main__":
    sys.exit(main())
